import * as v from 'valibot'
import { examineHost } from '../host/doctor/examine-host'
import { checkNames, type DoctorReport, type Finding, findingLevels, textsOf } from '../host/doctor/finding.contract'
import { recordOf } from '../kernel/typed-object.contract'
import { defineCommand } from './command'

const signs = { good: 'ok     ', notice: 'notice ', bad: 'BAD    ' }

export const doctor = defineCommand({
  words: 'doctor',
  summary: 'Looks for what is wrong or soon will be, and says what to do; changes nothing',
  usage: 'recado doctor',
  example: 'recado doctor --json',
  options: v.strictObject({}),
  runs: 'host',
  run: async (platform, _, call) => withTexts(await examineHost(platform.config, platform, call)),
  runUnlocked: async (config, _, call) => withTexts(await examineHost(config, undefined, call)),
  print: ({ version, findings }) =>
    [
      `Recado ${version}`,
      ...checkNames.flatMap((name) => findings.filter(({ check }) => check === name).map(lineOf)),
    ].join('\n'),
  exitCode: ({ findings }) => (findings.some(({ level }) => level === 'bad') ? 1 : 0),
})

type Told = Finding & ReturnType<typeof textsOf>

/** Programs need no table of texts. */
function withTexts({ findings, ...report }: DoctorReport) {
  const told: Told[] = findings.map((finding) => ({ ...finding, ...textsOf(finding) }))
  const counts = recordOf(findingLevels, (level) => told.filter((finding) => finding.level === level).length)
  return { ...report, counts, findings: told }
}

function lineOf({ level, says, advice }: Told) {
  return `${signs[level]}${says.trim()}${advice ? `\n       ${advice}` : ''}`
}
