import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { PushState } from '../../src/push/push.calls'
import { PushChoicesBody, pushKinds, type PushKind } from '../../src/push/push.contract'
import { useApp, useUser } from '../app/app-context'
import type { FramePanelProps } from '../app/frame-panel'
import { useFetched } from '../app/use-fetched'
import { useErrorText, useFormat, useNow, useTexts } from '../i18n/i18n'
import { BellOff, BellRing, Info, Trash2 } from '../ui/icons'
import { Button, IconButton } from '../ui/button/button'
import { useUi } from '../ui/context/ui-context'
import { Dialog } from '../ui/dialog/dialog'
import { ErrorState, Note, SkeletonRows } from '../ui/feedback/feedback'
import { Switch } from '../ui/field/switch'
import { TimeInput } from '../ui/field/time-input'
import { type FormModel, useForm } from '../ui/form/form'
import { FormDialog } from '../ui/form/form-dialog'
import { FormField } from '../ui/form/form-field'
import { addDevice, knownDevice, readAbility, removeDevice } from './push-device'

export const texts = ['push'] as const

export function panel({ close }: FramePanelProps) {
  const t = useTexts('push').push
  const { answer, error, retry } = useFetched((api) => api.get('/push'))
  if (answer) return <PushDialog state={answer} close={close} reload={retry} />
  return (
    <Dialog open title={t.title} onClose={close}>
      {error ? <ErrorState error={error} onRetry={retry} compact /> : <SkeletonRows count={5} picture={false} />}
    </Dialog>
  )
}

interface PushDialogProps {
  state: PushState
  close: () => void
  reload: () => void
}

function PushDialog({ state, close, reload }: PushDialogProps) {
  const t = useTexts('push').push
  const { api } = useApp()
  const { toast } = useUi()
  const form = useForm({
    schema: PushChoicesBody,
    initial: { offKinds: state.offKinds, quietFrom: state.quietFrom, quietTo: state.quietTo },
    async save(body) {
      await api.put('/push', { body })
      toast.success(t.saved)
    },
  })
  return (
    <FormDialog title={t.title} form={form} close={close}>
      <ThisDevice state={state} reload={reload} />
      <Kinds form={form} />
      <QuietHours form={form} />
      <Devices state={state} reload={reload} />
    </FormDialog>
  )
}

function ThisDevice({ state: { publicKey, devices }, reload }: Omit<PushDialogProps, 'close'>) {
  const t = useTexts('push').push
  const user = useUser()
  const { api } = useApp()
  const { toast } = useUi()
  const { busy, run } = useOneAtATime()
  const [ability, setAbility] = useState(readAbility)
  const id = knownDevice(user)?.id
  const isOn = devices.some((device) => device.id === id)

  const enable = () =>
    run(async () => {
      const permission = await Notification.requestPermission()
      setAbility(readAbility())
      if (permission !== 'granted') return
      await addDevice(api, user, publicKey)
      toast.success(t.enabled)
      reload()
    }, t.failed)
  const disable = () =>
    run(async () => {
      if (id !== undefined) await removeDevice(api, user, id)
      toast.success(t.disabled)
      reload()
    })
  const test = () =>
    run(async () => {
      await api.post('/push/test')
      toast.success(t.testSent)
    })

  return (
    <section className="stack gap-3">
      <p className="push-intro">{t.intro}</p>
      {ability === 'able' ? (
        <>
          <p className="row gap-2" role="status">
            {isOn ? <BellRing size={16} aria-hidden /> : <BellOff size={16} aria-hidden />}
            {isOn ? t.on : t.off}
          </p>
          <div className="row wraps gap-2">
            {isOn ? (
              <>
                <Button disabled={busy} onClick={test}>
                  {t.test}
                </Button>
                <Button variant="ghost" disabled={busy} onClick={disable}>
                  {t.disable}
                </Button>
              </>
            ) : (
              <Button variant="primary" icon={BellRing} disabled={busy} onClick={enable}>
                {t.enable}
              </Button>
            )}
          </div>
        </>
      ) : (
        <Note icon={Info}>{t[ability]}</Note>
      )}
    </section>
  )
}

type PushForm = FormModel<{ offKinds: PushKind[]; quietFrom: string | null; quietTo: string | null }>

function Kinds({ form }: { form: PushForm }) {
  useSignals()
  const t = useTexts('push').push
  const { value } = form.fields.offKinds
  return (
    <fieldset className="push-kinds stack gap-2">
      <legend>{t.kinds}</legend>
      {pushKinds.map((kind) => (
        <Switch
          key={kind}
          checked={!value.value.includes(kind)}
          label={t.kindNames[kind]}
          onCheckedChange={(checked) => {
            const others = value.value.filter((off) => off !== kind)
            form.fields.offKinds.set(checked ? others : [...others, kind])
          }}
        />
      ))}
    </fieldset>
  )
}

function QuietHours({ form }: { form: PushForm }) {
  const t = useTexts('push').push
  return (
    <fieldset className="push-kinds stack gap-2">
      <legend>{t.quiet}</legend>
      <p className="push-intro">{t.quietHelp}</p>
      <div className="form-row">
        {(['quietFrom', 'quietTo'] as const).map((name) => (
          <FormField key={name} form={form} name={name} label={t[name]}>
            {({ value, onValueChange, ...field }) => (
              <TimeInput {...field} value={value ?? ''} onValueChange={(time) => onValueChange(time || null)} />
            )}
          </FormField>
        ))}
      </div>
    </fieldset>
  )
}

function Devices({ state: { devices }, reload }: Omit<PushDialogProps, 'close'>) {
  const t = useTexts('push').push
  const { api } = useApp()
  const user = useUser()
  const { toast } = useUi()
  const format = useFormat()
  const now = useNow()
  const { busy, run } = useOneAtATime()
  const own = knownDevice(user)?.id
  return (
    <section className="stack gap-2" aria-label={t.devices}>
      <h3 className="push-heading">{t.devices}</h3>
      {devices.length === 0 && <p className="push-intro">{t.noDevices}</p>}
      <ul>
        {devices.map(({ id, name, lastSuccessAt }) => {
          const shown = name || t.unnamed
          return (
            <li key={id} className="push-device row gap-2">
              <span className="grows">
                {shown}
                {id === own && ` (${t.thisOne})`}
                <small>{lastSuccessAt ? t.lastSuccess(format.listTime(lastSuccessAt, now)) : t.never}</small>
              </span>
              <IconButton
                icon={Trash2}
                label={t.remove(shown)}
                disabled={busy}
                onClick={() =>
                  run(async () => {
                    await removeDevice(api, user, id)
                    toast.success(t.removed)
                    reload()
                  })
                }
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Runs one task; a failure is shown as a toast: its error's text, or that of what is not an answer of the server. */
function useOneAtATime() {
  const [busy, setBusy] = useState(false)
  const { toast } = useUi()
  const errorText = useErrorText()
  async function run(task: () => Promise<void>, otherwise?: string) {
    setBusy(true)
    try {
      await task()
    } catch (error) {
      toast.error(otherwise !== undefined && error instanceof DOMException ? otherwise : errorText(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, run: (task: () => Promise<void>, otherwise?: string) => void run(task, otherwise) }
}
