import { bad, type Check, type Found, good, minuteOf, notice } from './examined-host'
import type { LineSurvey } from './survey'

export const linesCheck: Check = {
  name: 'lines',
  look({ running, survey }) {
    const found = survey.companies.flatMap(({ id, lines }) =>
      lines.map((line) => judge(id, line, running !== undefined)),
    )
    return found.length > 0 ? found : [good('linesNone')]
  },
}

function judge(company: number, line: LineSurvey, isRunning: boolean): Found {
  const at = line.lastEventAt ? minuteOf(line.lastEventAt) : '–'
  const facts = { company, line: line.name, status: line.status, error: line.lastError, at }
  if (!isRunning) return good('lineStopped', facts)
  if (line.status === 'CONNECTED') return good('lineUp', facts)
  return line.wanted ? bad('lineDown', facts) : notice('lineOff', facts)
}
