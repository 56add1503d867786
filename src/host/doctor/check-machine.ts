import { readFileSync } from 'node:fs'
import { createFreeSpace } from '../../kernel/file/free-space'
import { bad, type Check, good, megabytes, notice } from './examined-host'

const gigabyte = 1024 ** 3
const daysWarned = 30
const daysLeftMin = 7
/** More would be a guess. */
const daysShownMax = 365

export const diskCheck: Check = {
  name: 'disk',
  look({ config, running, survey }) {
    const space = running?.freeSpace ?? createFreeSpace({ folder: config.dataDir, limits: config.space, log: silent })
    const state = space.state()
    const { freeBytes } = space.read()
    if (state === 'full') return [bad('diskFull', { megabytes: megabytes(freeBytes) })]
    if (state === 'low') return [bad('diskLow', { megabytes: megabytes(freeBytes) })]
    const bytesADay = survey.companies.reduce((sum, company) => sum + company.bytesADay, 0)
    const days = bytesADay > 0 ? Math.floor(freeBytes / bytesADay) : Infinity
    const facts = { gigabytes: (freeBytes / gigabyte).toFixed(1), days: Math.min(days, daysShownMax) }
    if (days < daysLeftMin) return [bad('diskFilling', facts)]
    return [
      days < daysWarned
        ? notice('diskFilling', facts)
        : good('diskGood', { ...facts, days: Math.min(days, daysShownMax) }),
    ]
  },
}

const silent = { debug() {}, info() {}, warn() {}, error() {} }

const limitMin = 4096
const limitEnough = 16_384

export const fileLimitCheck: Check = {
  name: 'fileLimit',
  look() {
    const limit = openFilesMax()
    if (limit === undefined) return [notice('fileLimitUnknown')]
    if (limit < limitMin) return [bad('fileLimitLow', { limit })]
    return [
      limit < limitEnough ? notice('fileLimitLow', { limit }) : good('fileLimitGood', { limit: shownLimit(limit) }),
    ]
  },
}

const shownLimit = (limit: number) => (Number.isFinite(limit) ? limit : 'unlimited')

/** Of this process, which Bun raises to the hard limit at its start. */
function openFilesMax() {
  try {
    const soft = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === 'unlimited' ? Infinity : Number(soft)
  } catch {
    return undefined
  }
}
