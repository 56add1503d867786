import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { CloudAccountView } from '../../../src/channel/whatsapp-cloud/account/cloud-account.calls'
import {
  cloudConnectionForm,
  UpdateCloudAccountBody,
  webhookFields,
} from '../../../src/channel/whatsapp-cloud/account/cloud-account.contract'
import { useApp } from '../../app/app-context'
import { useChargeParts } from '../../app/use-charge-parts'
import { useFormat, useTexts } from '../../i18n/i18n'
import { providerCode } from '../../i18n/send-error-text'
import { Dialog } from '../../ui/dialog/dialog'
import { useForm, type FormModel } from '../../ui/form/form'
import { FormDialog } from '../../ui/form/form-dialog'
import { FormField, TextField } from '../../ui/form/form-field'
import { MultiCombobox } from '../../ui/select/combobox'
import { optionsOf } from '../../ui/select/option'
import { useUi } from '../../ui/context/ui-context'
import { suggestedRatingMinutes } from '../form/connection-form'
import type { ConnectionsData, ConnectionList } from '../load-connections'
import { CircleAlert, CircleCheck } from '../../ui/icons'
import { CopiedInput } from '../../ui/field/copied-input'
import { Field } from '../../ui/field/field'
import { Note, SkeletonRows, ErrorState } from '../../ui/feedback/feedback'
import { PasswordInput } from '../../ui/field/password-input'
import { SignupStep } from './signup-dialog'

interface CloudAccountDialogProps {
  id: number | undefined
  list: ConnectionList
  queues: ConnectionsData['queues']
  close: () => void
}

export function CloudAccountDialog({ id, list, queues, close }: CloudAccountDialogProps) {
  const t = useTexts('account').account.cloud
  const { account, setAccount, host, error, load } = useCloudAccount(id)
  if (account) return <AccountForm key={account.whatsappId} account={account} list={list} close={close} />
  if (id === undefined && host) {
    return <NewForm {...host} queues={queues} close={close} onCreated={setAccount} />
  }
  return (
    <Dialog open size="m" title={t.addTitle} onClose={close}>
      <div className="stack gap-4">
        {error ? <ErrorState error={error} onRetry={load} /> : <SkeletonRows count={5} picture={false} />}
      </div>
    </Dialog>
  )
}

function useCloudAccount(id: number | undefined) {
  const { api } = useApp()
  const [account, setAccount] = useState<CloudAccountView>()
  const [host, setHost] = useState<Host>()
  const [error, setError] = useState<unknown>()

  function load() {
    setError(undefined)
    if (id === undefined) api.get('/whatsapp-cloud').then(setHost, setError)
    else api.get('/whatsapp-cloud/:id', { params: { id } }).then(setAccount, setError)
  }
  useEffect(load, [api, id])
  return { account, setAccount, host, error, load }
}

interface Host {
  hasHostApp: boolean
  hasSignup: boolean
}

interface NewFormProps extends Host {
  queues: ConnectionsData['queues']
  close: () => void
  onCreated: (account: CloudAccountView) => void
}

function NewForm({ hasHostApp, hasSignup, queues, close, onCreated }: NewFormProps) {
  useSignals()
  const t = useTexts('account').account.cloud
  const { fields, suggested } = useTexts('connection').connection
  const { api } = useApp()
  const { toast } = useUi()
  const [created, setCreated] = useState<CloudAccountView>()
  const form = useForm({
    schema: cloudConnectionForm(hasHostApp),
    initial: {
      name: '',
      queueIds: queues.map(({ id }) => id),
      greetingMessage: queues.length > 1 ? suggested.greeting : '',
      // Also while the company asks for no ratings: the setting may change before the form is saved.
      ratingMessage: suggested.rating,
      expiresTicketNPS: suggestedRatingMinutes,
      phoneNumberId: '',
      businessAccountId: '',
      token: '',
      appSecret: '',
    },
    save: async (body) => setCreated(await api.post('/whatsapp-cloud', { body })),
  })
  useEffect(() => {
    if (!created) return
    toast.success(t.created)
    onCreated(created)
  })
  return (
    <FormDialog form={form} size="m" title={t.addTitle} saveLabel={t.connect} close={close} onSaved={() => {}}>
      {hasSignup && <SignupStep />}
      <TextField form={form} name="name" label={t.name} required placeholder={t.namePlaceholder} />
      {queues.length > 0 && (
        <FormField form={form} name="queueIds" label={fields.queues} help={fields.queuesHelp}>
          {(field) => <MultiCombobox<number> {...field} options={optionsOf(queues)} />}
        </FormField>
      )}
      <CloudAccountFields form={form} hasHostApp={hasHostApp} token="none" appSecret="none" />
    </FormDialog>
  )
}

function AccountForm({ account, list, close }: { account: CloudAccountView; list: ConnectionList; close: () => void }) {
  useSignals()
  const t = useTexts('account').account.cloud
  const { api } = useApp()
  const { toast } = useUi()
  const { whatsappId: id, name, phoneNumberId, businessAccountId } = account
  // Follows the verification while the dialog is open.
  const listed = list.items.value.find((connection) => connection.id === id)?.cloudAccount
  const isVerified = listed?.isVerified ?? account.verifiedAt !== null
  const form = useForm({
    schema: UpdateCloudAccountBody,
    initial: { phoneNumberId, businessAccountId, token: '', appSecret: '' },
    save: (body) => api.put('/whatsapp-cloud/:id', { params: { id }, body }),
  })
  function onSaved() {
    toast.success(t.saved)
    close()
  }
  return (
    <FormDialog form={form} size="m" title={t.editTitle(name)} close={close} onSaved={onSaved}>
      <ReportedError account={account} />
      {account.historyError && <HistoryError error={account.historyError} />}
      <MonthlyCharges months={account.months} />
      <CloudAddresses webhook={account.webhook} isVerified={isVerified} />
      <CloudAccountFields
        form={form}
        hasHostApp={account.hasHostApp}
        token={account.token}
        appSecret={account.appSecret}
      />
    </FormDialog>
  )
}

function ReportedError({ account: { reportedError, reportedAt } }: { account: CloudAccountView }) {
  const t = useTexts('account').account.cloud
  const format = useFormat()
  if (reportedError === '' || reportedAt === null) return null
  return (
    <Note icon={CircleAlert}>
      <span>
        {t.reported(format.dateTime(reportedAt))} <bdi>{reportedError}</bdi>
      </span>
    </Note>
  )
}

/** The number of the error by which the owner shares no history. */
const declined = '2593109'

function HistoryError({ error }: { error: string }) {
  const t = useTexts('account').account.cloud
  return (
    <Note icon={CircleAlert}>
      {providerCode(error) === declined ? (
        t.historyDeclined
      ) : (
        <span>
          {t.historyFailed} <bdi>{error}</bdi>
        </span>
      )}
    </Note>
  )
}

function MonthlyCharges({ months }: Pick<CloudAccountView, 'months'>) {
  const t = useTexts('account').account.cloud
  const format = useFormat()
  const partsOf = useChargeParts(t.charges)
  if (months.length === 0) return null
  return (
    <fieldset className="cloud-addresses stack gap-3">
      <legend>{t.chargesTitle}</legend>
      <p className="subtle">{t.chargesHelp}</p>
      <ul className="cloud-charges plain-list">
        {months.map(({ month, charges }) => (
          <li key={month}>
            {t.month(format.month(`${month}-15T12:00:00Z`), month.slice(0, 4))} {partsOf(charges)}
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function CloudAddresses({ webhook, isVerified }: { webhook: CloudAccountView['webhook']; isVerified: boolean }) {
  const t = useTexts('account').account.cloud
  if (!webhook) return <Note icon={CircleCheck}>{t.receivedByHost}</Note>
  const url = new URL(webhook.url, location.origin).href
  const labels = { copyLabel: t.copy, copiedLabel: t.copied }
  return (
    <fieldset className="cloud-addresses stack gap-3">
      <legend>{t.webhookTitle}</legend>
      <p className="subtle">{t.webhookText}</p>
      <Field id="cloud-webhook-url" label={t.webhookUrl}>
        <CopiedInput value={url} {...labels} />
      </Field>
      <Field id="cloud-verify-token" label={t.verifyToken}>
        <CopiedInput value={webhook.verifyToken} {...labels} />
      </Field>
      <Field id="cloud-webhook-fields" label={t.webhookFields}>
        <CopiedInput value={webhookFields} {...labels} />
      </Field>
      <Note icon={isVerified ? CircleCheck : CircleAlert}>{isVerified ? t.verified : t.notVerified}</Note>
    </fieldset>
  )
}

interface CloudValues {
  phoneNumberId: string
  businessAccountId: string
  token?: string
  appSecret?: string
}

interface CloudAccountFieldsProps<Values extends CloudValues> extends Pick<
  CloudAccountView,
  'hasHostApp' | 'token' | 'appSecret'
> {
  form: FormModel<Values>
}

function CloudAccountFields<Values extends CloudValues>(props: CloudAccountFieldsProps<Values>) {
  const t = useTexts('account').account.cloud
  const { hasHostApp, token, appSecret } = props
  const form = props.form as FormModel<Required<CloudValues>>
  const kept = { none: undefined, set: t.kept, unreadable: t.unreadable }
  return (
    <>
      <TextField
        form={form}
        name="phoneNumberId"
        label={t.phoneNumberId}
        help={t.phoneNumberIdHelp}
        required
        inputMode="numeric"
      />
      <TextField
        form={form}
        name="businessAccountId"
        label={t.businessAccountId}
        help={t.businessAccountIdHelp}
        required
        inputMode="numeric"
      />
      <FormField form={form} name="token" label={t.token} help={kept[token] ?? t.tokenHelp} required={token !== 'set'}>
        {(field) => <PasswordInput {...field} autoComplete="off" />}
      </FormField>
      <FormField
        form={form}
        name="appSecret"
        label={t.appSecret}
        help={kept[appSecret] ?? (hasHostApp ? t.appSecretOptional : t.appSecretHelp)}
        required={appSecret !== 'set' && !hasHostApp}
      >
        {(field) => <PasswordInput {...field} autoComplete="off" />}
      </FormField>
    </>
  )
}
