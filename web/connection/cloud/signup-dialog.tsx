import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import type { LoginReturnBody } from '../../../src/channel/meta/meta-login.contract'
import type { FoundNumber } from '../../../src/channel/whatsapp-cloud/account/cloud-account.calls'
import { linkNumberForm } from '../../../src/channel/whatsapp-cloud/account/cloud-account.contract'
import { useApp } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { useUi } from '../../ui/context/ui-context'
import { Dialog } from '../../ui/dialog/dialog'
import { EmptyState, Note, SkeletonRows, ErrorState } from '../../ui/feedback/feedback'
import { Checkbox } from '../../ui/field/checkbox'
import { useForm } from '../../ui/form/form'
import { FormDialog } from '../../ui/form/form-dialog'
import { FormField, TextField } from '../../ui/form/form-field'
import { useAttempt } from '../../ui/form/use-attempt'
import { CircleAlert, MessagesSquare } from '../../ui/icons'
import { MultiCombobox } from '../../ui/select/combobox'
import { optionsOf } from '../../ui/select/option'
import { Select } from '../../ui/select/select'
import { suggestedRatingMinutes } from '../form/connection-form'
import type { ConnectionsData } from '../load-connections'

export function SignupStep() {
  const t = useTexts('account').account.cloud.signup
  const { api } = useApp()
  const attempt = useAttempt()
  const [isInApp, setIsInApp] = useState(false)
  const signUp = () =>
    attempt(async () => location.assign((await api.post('/whatsapp-cloud/login', { body: { isInApp } })).address))
  return (
    <fieldset className="cloud-addresses stack gap-3">
      <legend>{t.title}</legend>
      <p className="subtle">{t.text}</p>
      <Checkbox checked={isInApp} onCheckedChange={setIsInApp} label={t.isInApp} />
      <Button icon={MessagesSquare} onClick={() => signUp()}>
        {t.start}
      </Button>
    </fieldset>
  )
}

interface SignupDialogProps {
  returned: LoginReturnBody
  queues: ConnectionsData['queues']
  close: () => void
}

export function SignupDialog({ returned, queues, close }: SignupDialogProps) {
  const t = useTexts('account').account.cloud
  const { api } = useApp()
  const [found, setFound] = useState<Found>()
  const [error, setError] = useState<unknown>()
  function load() {
    setError(undefined)
    api.post('/whatsapp-cloud/numbers', { body: returned }).then(setFound, setError)
  }
  useEffect(load, [api, returned])
  const [first] = found?.numbers ?? []
  if (found && first) return <NumberForm {...found} first={first} queues={queues} close={close} />
  return (
    <Dialog open size="m" title={t.addTitle} onClose={close}>
      <div className="stack gap-4">
        {error ? (
          <ErrorState error={error} onRetry={load} />
        ) : found ? (
          <EmptyState icon={MessagesSquare} title={t.signup.noneTitle} text={t.signup.noneText} />
        ) : (
          <SkeletonRows count={4} picture={false} />
        )}
      </div>
    </Dialog>
  )
}

interface Found {
  link: string
  numbers: readonly FoundNumber[]
}

interface NumberFormProps extends Found {
  first: FoundNumber
  queues: ConnectionsData['queues']
  close: () => void
}

const nameOf = ({ verifiedName, displayNumber }: FoundNumber) => (verifiedName || displayNumber).slice(0, 50)

function NumberForm({ link, numbers, first, queues, close }: NumberFormProps) {
  useSignals()
  const t = useTexts('account').account.cloud
  const { fields, suggested } = useTexts('connection').connection
  const { api } = useApp()
  const { toast } = useUi()
  const form = useForm({
    schema: linkNumberForm,
    initial: {
      link,
      phoneNumberId: first.phoneNumberId,
      pin: '',
      name: nameOf(first),
      queueIds: queues.map(({ id }) => id),
      greetingMessage: queues.length > 1 ? suggested.greeting : '',
      // Also while the company asks for no ratings: the setting may change before the form is saved.
      ratingMessage: suggested.rating,
      expiresTicketNPS: suggestedRatingMinutes,
    },
    save: (body) => api.post('/whatsapp-cloud/links', { body }),
  })
  const { phoneNumberId } = form.values.value
  const chosen = numbers.find((number) => number.phoneNumberId === phoneNumberId) ?? first
  function choose(id: string) {
    const next = numbers.find((number) => number.phoneNumberId === id) ?? first
    form.set({ phoneNumberId: next.phoneNumberId, name: nameOf(next) })
  }
  function onSaved() {
    toast.success(t.signup.linked)
    close()
  }
  return (
    <FormDialog form={form} size="m" title={t.addTitle} saveLabel={t.connect} close={close} onSaved={onSaved}>
      <FormField form={form} name="phoneNumberId" label={t.signup.number}>
        {(field) => (
          <Select<string>
            {...field}
            onValueChange={choose}
            options={numbers.map((number) => ({
              value: number.phoneNumberId,
              label: [number.displayNumber, number.verifiedName].filter(Boolean).join(' · '),
            }))}
          />
        )}
      </FormField>
      {chosen.connectionName !== null && <Note icon={CircleAlert}>{t.signup.renews(chosen.connectionName)}</Note>}
      {!chosen.isFunded && <Note icon={CircleAlert}>{t.signup.notFunded}</Note>}
      {!chosen.isRegistered && (
        <TextField
          form={form}
          name="pin"
          label={t.signup.pin}
          help={t.signup.pinHelp}
          required
          inputMode="numeric"
          maxLength={6}
        />
      )}
      {chosen.connectionName === null && <TextField form={form} name="name" label={t.name} required />}
      {chosen.connectionName === null && queues.length > 0 && (
        <FormField form={form} name="queueIds" label={fields.queues} help={fields.queuesHelp}>
          {(field) => <MultiCombobox<number> {...field} options={optionsOf(queues)} />}
        </FormField>
      )}
    </FormDialog>
  )
}
