import { resolve } from 'node:path'
import * as v from 'valibot'
import { StartFailure } from '../start-failure'
import { dayMs, hourMs, minuteMs } from '../time/durations.contract'
import { bucketConfigOf } from './media-config'
import { passphraseLengthMin } from './passphrase'

const unitMs = { m: minuteMs, h: hourMs, d: dayMs }
const intervalMsMin = 5 * minuteMs

const Interval = v.pipe(
  v.string(),
  v.regex(/^\d{1,4}[mhd]$/, 'is no interval such as 30m, 1h or 1d'),
  v.transform((text) => Number(text.slice(0, -1)) * unitMs[text.slice(-1) as keyof typeof unitMs]),
  v.minValue(intervalMsMin, 'is less than 5m'),
)

/** Environment variables of backups that the process makes by itself. Without BACKUP_TO it makes none. */
export const backupEnvironment = {
  BACKUP_TO: v.optional(v.pipe(v.string(), v.trim())),
  BACKUP_EVERY: v.optional(Interval, '1h'),
  BACKUP_PASSPHRASE: v.optional(v.pipe(v.string(), v.minLength(passphraseLengthMin))),
}

const Environment = v.object(backupEnvironment)

export interface BackupConfig {
  /** The whole path of a folder, or s3://bucket/prefix. */
  target: string
  /** Only with several nodes: the target they share, in which each has a folder of its name. */
  shared: string | undefined
  everyMs: number
  /** Seals the host key in the backup. */
  passphrase: string
}

/** Nodes back up what they own, so that each has a folder of its own. @throws StartFailure without a passphrase */
export function backupConfigOf(
  env: v.InferOutput<typeof Environment>,
  keys: Parameters<typeof bucketConfigOf>[2],
  node: string | undefined,
): BackupConfig | undefined {
  if (env.BACKUP_TO === undefined) return undefined
  if (env.BACKUP_PASSPHRASE === undefined) {
    throw new StartFailure(
      'The configuration is not valid:\n  BACKUP_PASSPHRASE: seals the host key in the backup; BACKUP_TO needs it. Keep it elsewhere, too.',
    )
  }
  const target = backupTarget(env.BACKUP_TO)
  if (target.startsWith('s3://')) bucketConfigOf('BACKUP_TO', target, keys)
  const own = node === undefined ? { target, shared: undefined } : { target: `${target}/${node}`, shared: target }
  return { ...own, everyMs: env.BACKUP_EVERY, passphrase: env.BACKUP_PASSPHRASE }
}

export const backupTarget = (given: string) => (given.startsWith('s3://') ? given.replace(/\/+$/, '') : resolve(given))
