import type { CompanyView } from '../../src/platform/company/company.calls'
import type { PlanView } from '../../src/platform/plan/plan.calls'
import type { ApiClient } from '../api/api-client'
import { useApp } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { RecordDialog } from '../records/record-dialog'
import {
  CompanyDialogForm,
  companyValues,
  generalFields,
  mayCreateUsers,
  settingFields,
  subscriptionFields,
} from './company-form'
import { GeneralFields, SubscriptionFields } from './company-fields'
import { SettingList } from './setting-list'
import type { Credentials } from './credentials-dialog'

interface CompanyDialogProps {
  company: CompanyView | undefined
  plans: readonly PlanView[]
  close: () => void
  /** Called with the password that was generated for the first admin. */
  onGenerated: (credentials: Credentials) => void
}

/** The only setting of another company that the host decides. */
function saveUserCreation(api: ApiClient, companyId: number, isOn: boolean) {
  const data = isOn ? 'enabled' : 'disabled'
  return api.put('/companySettings', { body: { column: 'userCreation', data, companyId } })
}

export function CompanyDialog({ company, plans, close, onGenerated }: CompanyDialogProps) {
  const t = useTexts('company').company
  const { api } = useApp()
  return (
    <RecordDialog
      record={company}
      texts={t}
      schema={CompanyDialogForm}
      initial={companyValues(company)}
      save={async ({ userCreation, ...body }, { password, userCreation: _, ...changes }) => {
        let id = company?.id
        if (id !== undefined) await api.put('/companies/:id', { params: { id }, body: changes })
        else {
          const made = await api.post('/companies', { body })
          id = made.id
          if (made.generatedPassword) onGenerated({ email: made.email, password: made.generatedPassword })
        }
        if (userCreation !== mayCreateUsers(company)) await saveUserCreation(api, id, userCreation)
        return { id }
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
          content: (form) => <SubscriptionFields form={form} plans={plans} company={company} />,
        },
        {
          label: t.tabs.settings,
          fields: settingFields,
          content: (form) => <SettingList form={form} settings={company?.settings ?? []} />,
        },
      ]}
    />
  )
}
