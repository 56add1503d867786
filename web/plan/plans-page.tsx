import { planFlags } from '../../src/kernel/company/company-plan.contract'
import type { PlanView } from '../../src/platform/plan/plan.calls'
import { useFormat, useTexts } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import type { PageProps } from '../page/page-definition'
import { recordLoader, recordSource } from '../records/record-source'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import type { Column } from '../ui/table/data-table'
import { Layers } from '../ui/icons'
import { StatusPill } from '../ui/display/labels'
import { PlanForm } from '../../src/platform/plan/plan.contract'
import { RecordDialog } from '../records/record-dialog'
import { NumberField } from '../ui/form/number-field'
import { SwitchField } from '../ui/field/switch-field'
import { TextField } from '../ui/form/form-field'

const limits = ['users', 'connections', 'queues'] as const

interface PlanDialogProps {
  plan: PlanView | undefined
  close: () => void
}

function PlanDialog({ plan, close }: PlanDialogProps) {
  const t = useTexts('plan').plan
  return (
    <RecordDialog
      record={plan}
      texts={t}
      schema={PlanForm}
      newValues={{ users: 3, connections: 1, queues: 3, amount: null }}
      path="/plans"
      close={close}
      size="l"
    >
      {(form) => (
        <>
          <div className="form-row">
            <TextField form={form} name="name" label={t.columns.name} required />
            <NumberField form={form} name="amount" label={t.columns.amount} required isAmount example={99.9} />
          </div>
          <div className="form-row" data-columns="3">
            {limits.map((name) => (
              <NumberField key={name} form={form} name={name} label={t.columns[name]} required example={10} />
            ))}
          </div>
          {plan && <p className="subtle">{t.limitsHelp}</p>}
          <NumberField
            form={form}
            name="storageGb"
            label={t.columns.storageGb}
            help={t.storageHelp}
            unit="GB"
            example={100}
          />
          <SwitchField form={form} name="isPublic" label={t.columns.isPublic} help={t.publicHelp} />
          <fieldset className="plan-flags">
            <legend>{t.columns.features}</legend>
            {planFlags.map((flag) => (
              <SwitchField key={flag} form={form} name={flag} label={t.flags[flag]} />
            ))}
          </fieldset>
        </>
      )}
    </RecordDialog>
  )
}

const firstPlanId = 1

const plans = recordSource('/plans/all', {
  all: true,
  compare: (a, b) => a.id - b.id,
  live: 'plan',
  reloadOnReconnect: true,
})
export const load = recordLoader(plans)

export function page({ data }: PageProps<ListPage<PlanView>>) {
  const t = useTexts('plan').plan
  return (
    <RecordsPage
      list={useRecordList(plans, data)}
      texts={t}
      icon={Layers}
      columns={useColumns()}
      searched={false}
      form={(plan, close) => <PlanDialog plan={plan} close={close} />}
      remove={{
        refusal: ({ id }) => (id === firstPlanId ? t.firstKept : undefined),
        path: '/plans/:id',
      }}
    />
  )
}

function useColumns(): Column<PlanView>[] {
  const t = useTexts('plan').plan
  const format = useFormat()
  const count = (name: 'users' | 'connections' | 'queues'): Column<PlanView> => ({
    id: name,
    header: t.columns[name],
    align: 'end',
    width: '100px',
    sortValue: (plan) => plan[name],
    cell: (plan) => <span className="tabular">{format.number(plan[name])}</span>,
  })
  return [
    { id: 'name', header: t.columns.name, sortValue: ({ name }) => name, cell: ({ name }) => <bdi>{name}</bdi> },
    { id: 'id', header: t.columns.id, width: '56px', cell: ({ id }) => <span className="tabular">{id}</span> },
    count('users'),
    count('connections'),
    count('queues'),
    {
      id: 'storageGb',
      header: t.columns.storageGb,
      align: 'end',
      width: '130px',
      sortValue: ({ storageGb }) => storageGb ?? Number.POSITIVE_INFINITY,
      cell: ({ storageGb }) => (
        <span className="tabular">{storageGb === null ? t.unlimited : `${format.number(storageGb)} GB`}</span>
      ),
    },
    {
      id: 'amount',
      compact: 'value',
      header: t.columns.amount,
      align: 'end',
      width: '130px',
      sortValue: ({ amount }) => amount,
      cell: ({ amount }) => <span className="tabular">{format.currency(amount)}</span>,
    },
    {
      id: 'isPublic',
      compact: 'value',
      header: t.columns.isPublic,
      width: '110px',
      cell: ({ isPublic }) => (
        <StatusPill kind={isPublic ? 'success' : 'neutral'}>{isPublic ? t.public : t.private}</StatusPill>
      ),
    },
    { id: 'features', header: t.columns.features, wideOnly: true, cell: (plan) => <Features plan={plan} /> },
  ]
}

function Features({ plan }: { plan: PlanView }) {
  const t = useTexts('plan').plan
  const names = planFlags.filter((flag) => plan[flag]).map((flag) => t.flags[flag])
  if (names.length === planFlags.length) return <span className="plan-features">{t.allFeatures}</span>
  return <span className="plan-features">{names.join(', ') || t.noFeatures}</span>
}
