import type { Config } from '../../kernel/config/config'
import type { Platform } from '../../platform/platform'
import type { CheckName, Finding, FindingCode, FindingLevel } from './finding.contract'
import type { HostSurvey } from './survey-host'

export interface ExaminedHost {
  config: Config
  /** Undefined where no Recado runs in this process. */
  running?: Platform
  now: Date
  survey: HostSurvey
}

export interface Check {
  name: CheckName
  look(host: ExaminedHost): readonly Found[] | Promise<readonly Found[]>
}

export type Found = Omit<Finding, 'check'>

const finding =
  (level: FindingLevel) =>
  (code: FindingCode, facts: Finding['facts'] = {}): Found => ({ level, code, facts })

export const good = finding('good')
export const notice = finding('notice')
export const bad = finding('bad')

const megabyte = 1024 * 1024
export const megabytes = (bytes: number) => Math.round(bytes / megabyte)

/** In UTC, to the minute; the same at the terminal and on the screen. */
export const minuteOf = (at: Date | string) => new Date(at).toISOString().slice(0, 16).replace('T', ' ') + ' UTC'
