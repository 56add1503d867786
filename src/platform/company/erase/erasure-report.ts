import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { type HostKey, isSigned } from '../../../kernel/config/host-key'
import { errorCode } from '../../../kernel/errors'
import type { CompanyId } from '../../../kernel/ids'
import type { Platform } from '../../platform'

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))
const Part = v.object({ place: v.string(), files: Count, bytes: Count })

/** What was found and deleted. Everything that is 0 or empty was looked for and not found. */
export const ErasureReport = v.object({
  /** Names the company, nobody else. */
  company: v.object({ id: v.number(), name: v.string() }),
  host: v.string(),
  begunAt: v.string(),
  /** Empty while it is under way. */
  endedAt: v.string(),
  by: v.string(),
  lines: v.array(v.object({ id: v.number(), channel: v.string(), loggedOut: v.boolean() })),
  folder: Part,
  /** Rows of the catalog by table. */
  rows: v.record(v.string(), Count),
  /** Rows that stay without their person, and why. */
  kept: v.array(v.object({ table: v.string(), rows: Count, why: v.string() })),
  elsewhere: v.record(v.string(), v.array(Part)),
})
export type ErasureReport = v.InferOutput<typeof ErasureReport>

const SignedReport = v.object({ report: ErasureReport, publicKey: v.string(), signature: v.string() })
export type SignedReport = v.InferOutput<typeof SignedReport>

const folderOf = ({ config }: Platform) => join(config.dataDir, 'erased')
/** Of an erasure that is under way: a second run completes it, also when the company's row is gone. */
const draftOf = (platform: Platform, id: CompanyId) => join(folderOf(platform), `${id}.json`)

export function readDraft(platform: Platform, id: CompanyId): ErasureReport | undefined {
  try {
    return v.parse(ErasureReport, JSON.parse(readFileSync(draftOf(platform, id), 'utf8')))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

export function keepDraft(platform: Platform, report: ErasureReport) {
  write(draftOf(platform, report.company.id), report)
}

export function keepSigned(platform: Platform, report: ErasureReport) {
  const { id } = report.company
  const path = join(folderOf(platform), `${id}-${report.endedAt.slice(0, 10)}.json`)
  const signed = signReport(platform.hostKey, report)
  write(path, signed)
  rmSync(draftOf(platform, id), { force: true })
  return { path, signed }
}

export function listErased(platform: Platform): CompanyId[] {
  const folder = folderOf(platform)
  const names = existsSync(folder) ? readdirSync(folder) : []
  return [...new Set(names.flatMap((name) => (/^\d+-/.test(name) ? [Number.parseInt(name, 10)] : [])))]
}

/** On the disk before anything is deleted that it tells of. */
function write(path: string, content: object) {
  mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 })
  const file = openSync(`${path}.new`, 'w', 0o600)
  try {
    writeSync(file, `${JSON.stringify(content, undefined, 2)}\n`)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(`${path}.new`, path)
}

const signReport = ({ sign, publicKey }: HostKey, report: ErasureReport): SignedReport => ({
  report,
  publicKey,
  signature: sign(JSON.stringify(report)),
})

export type Verdict = 'genuine' | 'otherHost' | 'altered' | 'noReport'

/** The signature is of the report's members in their order. */
export function verifyReport({ publicKey }: HostKey, text: string): { verdict: Verdict; report?: ErasureReport } {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), SignedReport), text)
  if (!read.success) return { verdict: 'noReport' }
  const { report, signature, publicKey: signer } = read.output
  if (!isSigned(JSON.stringify(JSON.parse(text).report), signature, signer)) return { verdict: 'altered' }
  return { verdict: signer === publicKey ? 'genuine' : 'otherHost', report }
}
