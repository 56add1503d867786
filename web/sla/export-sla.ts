import { slaKinds } from '../../src/queue/sla/queue-sla.contract'
import type { SlaReport, SlaShares } from '../../src/sla/sla-report.answers'
import type { AreaTexts } from '../i18n/areas'
import type { Texts } from '../i18n/pt'
import { saveSpreadsheet } from '../ui/text/spreadsheet'

/** One row a queue, agent and week: how many promises of each kind there were, and how many were kept. */
export function exportSla(report: SlaReport, { sla: t, ticket }: Pick<AreaTexts, 'sla'> & Pick<Texts, 'ticket'>) {
  const figures = (shares: SlaShares) => slaKinds.flatMap((kind) => [shares[kind].kept, shares[kind].all])
  saveSpreadsheet({
    fileName: `SLA ${report.period.from} ${report.period.to}`,
    sheetName: t.title,
    header: [
      t.group,
      t.name,
      ...slaKinds.flatMap((kind) => [t.keptColumn(ticket.due.kinds[kind]), t.allColumn(ticket.due.kinds[kind])]),
    ],
    rows: [
      ...report.queues.map((row) => [t.queues, row.name || t.noQueue, ...figures(row)]),
      ...report.users.map((row) => [t.users, row.name || t.noUser, ...figures(row)]),
      ...report.weeks.map((row) => [t.weeks, row.from, ...figures(row)]),
    ],
  })
}
