import * as v from 'valibot'

const megabyte = 1024 * 1024
const amount = (most: number) => v.pipe(v.string(), v.toNumber(), v.minValue(0), v.maxValue(most))
const Megabytes = amount(1_000_000_000)

export const spaceEnvironment = {
  DISK_LOW_PERCENT: v.optional(amount(100), '10'),
  DISK_LOW_MB: v.optional(Megabytes, '2048'),
  DISK_FULL_MB: v.optional(Megabytes, '200'),
}

export interface SpaceConfig {
  /** Files wait below the smaller of these two. */
  lowPercent: number
  lowBytes: number
  /** No messages are taken from WhatsApp below this or half of the other limit. */
  fullBytes: number
}

interface SpaceVariables {
  DISK_LOW_PERCENT: number
  DISK_LOW_MB: number
  DISK_FULL_MB: number
}

export function spaceConfigOf(env: SpaceVariables): SpaceConfig {
  return {
    lowPercent: env.DISK_LOW_PERCENT,
    lowBytes: env.DISK_LOW_MB * megabyte,
    fullBytes: env.DISK_FULL_MB * megabyte,
  }
}
