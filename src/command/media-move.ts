import * as v from 'valibot'
import { freshContext } from '../kernel/company/company-context'
import { Refusal } from '../kernel/errors'
import { BucketError } from '../kernel/file/bucket/bucket'
import { countPlaces, countUploads } from '../kernel/file/bucket/media-location'
import { moveToBucket, moveToFolder } from '../kernel/file/bucket/move-media'
import type { CompanyId } from '../kernel/ids'
import { listCompanyIds } from '../platform/company/company.queries'
import type { Platform } from '../platform/platform'
import { type CommandCall, CommandRefused, defineCommand } from './command'

type Target = 'bucket' | 'folder'

interface Options {
  to: Target
  company?: number
  dryRun: boolean
}

interface CompanyMove {
  company: CompanyId
  files: number
  bytes: number
  /** Files that are still where they were, because they are missing there. */
  left: number
}

export const mediaMove = defineCommand({
  words: 'media move',
  summary: 'Moves the files of companies to the bucket, or back to the data folder, while Recado runs',
  usage: 'recado media move --to bucket|folder [--company COMPANY] [--dry-run]',
  example: 'recado media move --to bucket --company 7',
  options: v.strictObject({
    to: v.picklist(['bucket', 'folder'], 'is bucket or folder'),
    company: v.optional(v.pipe(v.string(), v.toNumber(), v.integer(), v.minValue(1))),
    dryRun: v.optional(v.boolean(), false),
  }),
  runs: 'host',
  run: moveMedia,
  print({ to, dryRun, companies }) {
    const lines = companies.map(({ company, files, bytes, left }) => {
      const moved = `Company ${company}: ${files} files, ${Math.ceil(bytes / 1_048_576)} MB`
      return left > 0 ? `${moved}; ${left} are missing and stay as they are` : moved
    })
    const place = to === 'bucket' ? 'the bucket' : 'the data folder'
    const end = dryRun ? `Would be moved to ${place}.` : `They are in ${place}, and new ones go there.`
    return [...lines, end].join('\n')
  },
  exitCode: ({ companies }) => (companies.some(({ left }) => left > 0) ? 1 : 0),
})

async function moveMedia(platform: Platform, { to, company, dryRun }: Options, call: CommandCall) {
  const { files, mediaBucket } = platform
  if (!mediaBucket) throw new CommandRefused('There is no bucket: set MEDIA_URL and the key of the bucket first')
  if (company !== undefined && !files.exists(company)) throw new CommandRefused(`There is no company ${company}`)
  const companies: CompanyMove[] = []
  for (const id of company === undefined ? listCompanyIds(platform) : [company]) {
    call.signal.throwIfAborted()
    await files.ready(id)
    const release = files.pin(id)
    try {
      companies.push(await moveCompany(platform, id, to, dryRun, call))
    } catch (error) {
      throw refusalOf(error, id) ?? error
    } finally {
      release()
    }
  }
  return { to, dryRun, companies }
}

async function moveCompany(
  { files, mediaBucket }: Platform,
  id: CompanyId,
  to: Target,
  dryRun: boolean,
  call: CommandCall,
) {
  const context = freshContext(files, id)
  const from = to === 'bucket' ? 'folder' : 'bucket'
  const before = countPlaces(context())
  const { files: all, bytes } = before[from]
  if (dryRun) return { company: id, files: all, bytes, left: 0 }
  if (mediaBucket?.moving.has(id)) throw new CommandRefused(`The files of company ${id} are being moved already`)
  mediaBucket?.moving.add(id)
  try {
    const noted = (done: number) => call.progress({ what: `Moving files of company ${id}`, done, of: all })
    await (to === 'bucket' ? moveToBucket : moveToFolder)(context, { noted, signal: call.signal })
  } finally {
    mediaBucket?.moving.delete(id)
  }
  const after = countPlaces(context())
  const moved = (of: 'files' | 'bytes') => Math.max(0, after[to][of] - before[to][of])
  const left = to === 'bucket' ? after.folder.files - countUploads(context()) : after.bucket.files
  return { company: id, files: moved('files'), bytes: moved('bytes'), left: Math.max(0, left) }
}

function refusalOf(error: unknown, id: CompanyId) {
  if (error instanceof BucketError || (error instanceof Refusal && error.code === 'ERR_FILES_UNREACHABLE'))
    return new CommandRefused(
      `Company ${id}: ${error instanceof BucketError ? error.message : 'the bucket does not give its files'}. Nothing is lost; repeat the command to go on.`,
    )
  if (error instanceof Refusal && error.code === 'ERR_STORAGE_LOW')
    return new CommandRefused(
      `Company ${id}: little space is free. Enlarge the volume and repeat the command to go on.`,
    )
  return undefined
}
