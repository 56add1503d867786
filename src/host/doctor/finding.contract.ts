import * as v from 'valibot'
import { findingTexts } from './finding-texts.contract'

export const checkNames = [
  'lock',
  'integrity',
  'writeAheadLogs',
  'media',
  'bucket',
  'disk',
  'clock',
  'fileLimit',
  'liveSocket',
  'certificate',
  'lines',
  'backup',
] as const
export type CheckName = (typeof checkNames)[number]

export const findingLevels = ['good', 'notice', 'bad'] as const
export type FindingLevel = (typeof findingLevels)[number]

export type FindingCode = keyof typeof findingTexts
type Facts = Record<string, string | number>

export const FindingView = v.object({
  check: v.picklist(checkNames),
  level: v.picklist(findingLevels),
  code: v.picklist(Object.keys(findingTexts) as FindingCode[]),
  /** What the texts of the code name. */
  facts: v.record(v.string(), v.union([v.string(), v.number()])),
})
export type Finding = v.InferOutput<typeof FindingView>

export const DoctorReport = v.object({
  version: v.string(),
  at: v.string(),
  running: v.boolean(),
  findings: v.array(FindingView),
})
export type DoctorReport = v.InferOutput<typeof DoctorReport>

/** What is found, and what to do about it unless that is nothing. */
export type FindingTexts = Record<FindingCode, readonly [says: string, advice?: string]>

export function textsOf({ code, facts }: Pick<Finding, 'code' | 'facts'>, texts: FindingTexts = findingTexts) {
  const [says, advice = ''] = texts[code]
  return { says: fill(says, facts), advice: fill(advice, facts) }
}

const fill = (text: string, facts: Facts) =>
  text.replaceAll(/\{(\w+)\}/g, (hole, name: string) => String(facts[name] ?? hole))
