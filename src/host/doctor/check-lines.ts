import type { CompanyId } from '../../kernel/ids'
import { getCompany } from '../../platform/company/company.queries'
import type { Platform } from '../../platform/platform'
import { bad, type Check, type Found, good, minuteOf, notice } from './examined-host'
import type { LineSurvey } from './survey'

export const linesCheck: Check = {
  name: 'lines',
  look({ running, survey }) {
    const found = survey.companies.flatMap(({ id, lines }) =>
      lines.map((line) => judge(id, line, running !== undefined && mayConnect(running, id))),
    )
    return found.length > 0 ? found : [good('linesNone')]
  },
}

/** Lines of a disabled or muted company are closed on purpose. */
function mayConnect(platform: Platform, id: CompanyId) {
  const { status, muted } = getCompany(platform, id).company
  return status && !muted
}

function judge(company: CompanyId, line: LineSurvey, mayConnect: boolean): Found {
  const at = line.lastEventAt ? minuteOf(line.lastEventAt) : '–'
  const facts = { company, line: line.name, status: line.status, error: line.lastError, at }
  if (!mayConnect) return good('lineStopped', facts)
  if (line.status === 'CONNECTED') return good('lineUp', facts)
  return line.wanted ? bad('lineDown', facts) : notice('lineOff', facts)
}
