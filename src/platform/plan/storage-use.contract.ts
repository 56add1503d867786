import { gigabyte } from '../../kernel/file/gigabyte.contract'

export const storageWarnings = { near: 80, close: 90 } as const

export const storagePercent = (bytes: number, storageGb: number | null) =>
  storageGb === null ? null : Math.floor((bytes / (storageGb * gigabyte)) * 100)

/** How urgent the use is, from 80 and 90 percent on. */
export function storageTone(percent: number | null) {
  if (percent === null || percent < storageWarnings.near) return undefined
  return percent < storageWarnings.close ? 'warning' : 'danger'
}
