import type { CompanyView } from '../../src/platform/company.calls'
import type { PlanView } from '../../src/platform/plan.calls'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { RecordDialog } from '../records/record-dialog'
import { CompanyForm } from '../../src/platform/company.contract'
import { companyValues, generalFields, subscriptionFields } from './company-form'
import { GeneralFields, SubscriptionFields } from './company-fields'
import type { Credentials } from './credentials-dialog'

interface CompanyDialogProps {
  company: CompanyView | undefined
  plans: readonly PlanView[]
  close: () => void
  /** Called with the password that was generated for the first admin. */
  onGenerated: (credentials: Credentials) => void
}

export function CompanyDialog({ company, plans, close, onGenerated }: CompanyDialogProps) {
  const t = useTexts('company').company
  const { api } = useApp()
  return (
    <RecordDialog
      record={company}
      texts={t}
      schema={CompanyForm}
      initial={companyValues(company)}
      save={async (body, { password, ...changes }) => {
        if (company) return api.put('/companies/:id', { params: { id: company.id }, body: changes })
        const made = await api.post('/companies', { body })
        if (made.generatedPassword) onGenerated({ email: made.email, password: made.generatedPassword })
      }}
      close={close}
      tabsLabel={t.tabs.label}
      tabs={[
        {
          label: t.tabs.general,
          fields: generalFields,
          content: (form) => <GeneralFields form={form} isNew={company === undefined} />,
        },
        {
          label: t.tabs.subscription,
          fields: subscriptionFields,
          content: (form) => <SubscriptionFields form={form} plans={plans} isFirst={company?.id === 1} />,
        },
      ]}
    />
  )
}
