import type { CommandCall } from '../../command/command'
import type { Config } from '../../kernel/config/config'
import type { Platform } from '../../platform/platform'
import { version } from '../../version'
import { backupCheck } from './check-backup'
import { bucketCheck } from './check-bucket'
import { clockCheck } from './check-clock'
import { integrityCheck, lockCheck, mediaCheck, walCheck } from './check-folder'
import { linesCheck } from './check-lines'
import { diskCheck, fileLimitCheck } from './check-machine'
import { certificateCheck, liveSocketCheck } from './check-public-address'
import { bad, type Check, type ExaminedHost } from './examined-host'
import type { DoctorReport, Finding } from './finding.contract'
import { surveyHost } from './survey-host'

const checks: readonly Check[] = [
  lockCheck,
  integrityCheck,
  walCheck,
  mediaCheck,
  bucketCheck,
  diskCheck,
  clockCheck,
  fileLimitCheck,
  liveSocketCheck,
  certificateCheck,
  linesCheck,
  backupCheck,
]

/** Changes nothing. @param running the platform of this process, where one runs */
export async function examineHost(
  config: Config,
  running: Platform | undefined,
  { progress, signal }: CommandCall,
): Promise<DoctorReport> {
  const now = running?.clock.now() ?? new Date()
  const survey = await surveyHost({ dataDir: config.dataDir, now, progress, signal })
  progress({ what: 'Looking at the network' })
  const host: ExaminedHost = { config, running, now, survey }
  const findings = await Promise.all(checks.map((check) => look(check, host)))
  return { version, at: now.toISOString(), running: running !== undefined, findings: findings.flat() }
}

/** A check that fails must not hide what the others found. */
async function look({ name, look }: Check, host: ExaminedHost): Promise<Finding[]> {
  try {
    return (await look(host)).map((found) => ({ check: name, ...found }))
  } catch (error) {
    return [{ check: name, ...bad('checkFailed', { error: error instanceof Error ? error.message : String(error) }) }]
  }
}
