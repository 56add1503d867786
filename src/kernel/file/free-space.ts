import { statfsSync } from 'node:fs'
import type { Config } from '../config/config'
import { refuse } from '../errors'
import type { Log } from '../log'

/** low: files wait. full: no messages are taken from WhatsApp, either. */
export type SpaceState = 'enough' | 'low' | 'full'

export interface VolumeSpace {
  freeBytes: number
  totalBytes: number
}

export type ReadSpace = (folder: string) => VolumeSpace

export type FreeSpace = ReturnType<typeof createFreeSpace>

declare module '../company/company-files' {
  interface CompanyServices {
    freeSpace: FreeSpace
  }
}

interface FreeSpaceOptions {
  folder: string
  limits: Config['space']
  log: Log
  read?: ReadSpace
}

const knownForMs = 500
/** Keeps connections from being opened and closed in turn. */
const marginShare = 1.25

/** Watches the free space of the volume that holds all data. It is read again after half a second. */
export function createFreeSpace({ folder, limits, log, read = readVolume }: FreeSpaceOptions) {
  let known: SpaceState = 'enough'
  let readAtMs = Number.NEGATIVE_INFINITY

  function state(): SpaceState {
    if (read === readVolume && performance.now() - readAtMs < knownForMs) return known
    readAtMs = performance.now()
    const space = read(folder)
    const next = stateOf(space, limits, known)
    if (next !== known) note(next, space)
    known = next
    return known
  }

  function note(next: SpaceState, { freeBytes }: VolumeSpace) {
    const facts = { freeMegabytes: Math.floor(freeBytes / megabyte) }
    if (next === 'enough') log.info('There is enough space for files and messages again', facts)
    else if (next === 'low') log.warn('Little space is free: uploads, imports, exports and downloads wait', facts)
    else log.error('Hardly any space is free: no messages are taken from WhatsApp', facts)
  }

  return {
    state,
    read: () => read(folder),
    requireForFiles() {
      if (state() !== 'enough') refuse('ERR_STORAGE_LOW', { retryAfterSeconds: 60 })
    },
  }
}

const megabyte = 1024 * 1024

function stateOf({ freeBytes, totalBytes }: VolumeSpace, limits: Config['space'], before: SpaceState): SpaceState {
  const low = Math.min(limits.lowBytes, (totalBytes * limits.lowPercent) / 100)
  // Small volumes keep half of that for messages.
  const full = Math.min(limits.fullBytes, low / 2)
  if (freeBytes < (before === 'full' ? full * marginShare : full)) return 'full'
  return freeBytes < (before === 'enough' ? low : low * marginShare) ? 'low' : 'enough'
}

function readVolume(folder: string): VolumeSpace {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  } catch {
    return { freeBytes: Number.POSITIVE_INFINITY, totalBytes: Number.POSITIVE_INFINITY }
  }
}
