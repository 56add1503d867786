import type { RuleView } from '../../src/rule/rule.record'
import { useFormat, useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import type { PageProps } from '../page/page-definition'
import { recordLoader, recordSource } from '../records/record-source'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { StatusPill } from '../ui/display/labels'
import { CircleCheck, CircleSlash, Route, TriangleAlert } from '../ui/icons'
import type { Column } from '../ui/table/data-table'
import { RuleDialog } from './rule-dialog'
import { useRuleError } from './rule-error'

const rules = recordSource('/rules', {
  live: 'rule',
  compare: (a, b) => a.position - b.position || a.id - b.id,
})
export const load = recordLoader(rules)

export function page({ data }: PageProps<ListPage<RuleView>>) {
  const t = useTexts('rule').rule
  return (
    <RecordsPage
      list={useRecordList(rules, data)}
      texts={t}
      icon={Route}
      columns={useColumns()}
      form={(rule, close) => <RuleDialog rule={rule} close={close} />}
      remove={{ path: '/rules/:id' }}
    />
  )
}

function useColumns(): Column<RuleView>[] {
  const { rule: t, conversation } = useTexts('rule')
  const format = useFormat()
  return [
    { id: 'name', header: t.columns.name, width: '220px', cell: ({ name }) => <bdi>{name}</bdi> },
    {
      id: 'trigger',
      compact: 'value',
      header: t.columns.trigger,
      width: '220px',
      cell: ({ trigger }) => t.triggers[trigger.kind],
    },
    {
      id: 'steps',
      compact: 'value',
      header: t.columns.steps,
      cell: ({ steps }) => steps.map(({ kind }) => conversation.macros.kinds[kind]).join(' → '),
    },
    {
      id: 'runs',
      header: t.columns.runs,
      width: '110px',
      wideOnly: true,
      align: 'end',
      cell: ({ runs }) => format.number(runs),
    },
    {
      id: 'state',
      compact: 'value',
      header: t.columns.state,
      width: '190px',
      cell: (rule) => <RuleState rule={rule} />,
    },
  ]
}

function RuleState({ rule }: { rule: RuleView }) {
  const t = useTexts('rule').rule
  const error = useRuleError()(rule)
  const { active } = rule
  if (error === undefined) {
    return (
      <StatusPill kind={active ? 'success' : 'neutral'} icon={active ? CircleCheck : CircleSlash}>
        {active ? t.on : t.off}
      </StatusPill>
    )
  }
  return (
    <StatusPill kind={active ? 'warning' : 'danger'} icon={TriangleAlert} help={error}>
      {active ? t.stumbled : t.failed}
    </StatusPill>
  )
}
