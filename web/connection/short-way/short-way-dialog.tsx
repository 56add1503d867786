import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState, useEffectEvent, type ReactNode } from 'react'
import type { ConnectionView } from '../../../src/connection/connection.calls'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { useUi } from '../../ui/context/ui-context'
import { Dialog, DialogFooter } from '../../ui/dialog/dialog'
import { ConnectionDialog } from '../form/connection-dialog'
import type { ConnectionsData, ConnectionList } from '../load-connections'
import { QueueStep, StepForm } from './queue-step'
import { PairingState, useNewCode, type ConnectionSession } from '../pairing/pairing-state'
import * as v from 'valibot'
import { ConnectionBody } from '../../../src/connection/connection.contract'
import { useApp, useUser } from '../../app/app-context'
import { VariableList } from '../../message/variable-list'
import { SettingGateNote } from '../../app/setting-gate-note'
import { useForm } from '../../ui/form/form'
import { WeekHoursField } from '../../queue/week-hours-field'
import { Note, ErrorState } from '../../ui/feedback/feedback'
import { Clock } from '../../ui/icons'
import { TextField } from '../../ui/form/form-field'
import { bodyOf, connectionRules, connectionSchema, suggestedConnection } from '../form/connection-form'

const steps = ['name', 'code', 'queues', 'greeting', 'hours'] as const
type Step = (typeof steps)[number]

interface ShortWayDialogProps {
  queues: ConnectionsData['queues']
  list: ConnectionList
  session: ConnectionSession
  close: () => void
  /** The full form was used instead. */
  onCreated: (connection: ConnectionView) => void
}

export function ShortWayDialog({ queues, list, session, close, onCreated }: ShortWayDialogProps) {
  useSignals()
  const t = useTexts('connection').connection
  const { toast } = useUi()
  const [step, setStep] = useState<Step>('name')
  const [id, setId] = useState<number>()
  const [isWhole, setWhole] = useState(false)
  const connection = list.items.value.find((item) => item.id === id)
  const next = () => setStep(steps[steps.indexOf(step) + 1] ?? step)

  function created(added: ConnectionView) {
    list.add(added)
    setId(added.id)
    setStep('code')
  }

  function finish() {
    if (connection) toast.success(t.shortWay.done(connection.name))
    close()
  }

  if (isWhole) return <ConnectionDialog id={id} queues={queues} close={close} onCreated={onCreated} />
  // A colleague deleted it.
  if (step !== 'name' && !connection) return null
  return (
    <Dialog open size="l" title={t.addTitle} onClose={close}>
      <StepTrail step={step} />
      {step === 'name' && (
        <NameStep
          queues={queues}
          taken={list.items.value.map(({ name }) => name)}
          created={created}
          openAll={() => setWhole(true)}
        />
      )}
      {connection && step === 'code' && <CodeStep connection={connection} session={session} next={next} />}
      {connection && step === 'queues' && <QueueStep connection={connection} queues={queues} next={next} />}
      {connection && step === 'greeting' && <GreetingStep connection={connection} next={next} />}
      {connection && step === 'hours' && (
        <HoursStep
          connection={connection}
          finish={finish}
          more={
            <Button variant="ghost" onClick={() => setWhole(true)}>
              {t.shortWay.all}
            </Button>
          }
        />
      )}
    </Dialog>
  )
}

/** Names the step and receives the focus when it changes, since the pressed button is gone. */
function StepTrail({ step }: { step: Step }) {
  const t = useTexts('connection').connection.shortWay
  const heading = useRef<HTMLHeadingElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current) heading.current?.focus()
    isFirst.current = false
  }, [step])
  const at = steps.indexOf(step)
  return (
    <div className="short-way-trail stack">
      <h3 ref={heading} tabIndex={-1}>
        {t.steps[step]}
        <span className="subtle"> {t.stepOf(at + 1, steps.length)}</span>
      </h3>
      <progress max={steps.length} value={at + 1} aria-hidden />
      <p className="subtle">{t.texts[step]}</p>
    </div>
  )
}

interface CodeStepProps {
  connection: ConnectionView
  session: ConnectionSession
  next: () => void
}

/** Pairs the phone, and continues by itself once it is connected. */
function CodeStep({ connection, session, next }: CodeStepProps) {
  const { pairing, shortWay } = useTexts('connection').connection
  const { toast } = useUi()
  const { failure, renew } = useNewCode(connection.id, 'new', session)
  const isConnected = connection.status === 'CONNECTED'
  const done = useEffectEvent(() => {
    toast.success(pairing.connected(connection.name))
    next()
  })
  useEffect(() => {
    if (isConnected) done()
  }, [isConnected])
  return (
    <>
      <div className="pairing" data-status={connection.status}>
        {failure ? (
          <ErrorState error={failure} onRetry={renew} />
        ) : (
          <PairingState connection={connection} session={session} renew={renew} />
        )}
      </div>
      <div className="form-foot">
        <DialogFooter>
          <Button onClick={next}>{shortWay.skip}</Button>
        </DialogFooter>
      </div>
    </>
  )
}

const text = ConnectionBody.entries.greetingMessage.wrapped
const GreetingForm = v.object({ greetingMessage: text })
const RequiredForm = v.object({ greetingMessage: v.pipe(text, v.trim(), v.minLength(1, 'required')) })

function GreetingStep({ connection, next }: { connection: ConnectionView; next: () => void }) {
  const t = useTexts('connection').connection
  const { api } = useApp()
  const { id, queues, greetingMessage } = connection
  const introduces = queues.length > 1
  const form = useForm({
    schema: introduces ? RequiredForm : GreetingForm,
    initial: { greetingMessage: greetingMessage || t.suggested.greeting },
    save: (body) => api.put('/whatsapp/:id', { params: { id }, body }),
  })
  return (
    <StepForm form={form} next={next}>
      <TextField
        form={form}
        name="greetingMessage"
        label={t.fields.greeting}
        help={introduces ? t.fields.greetingHelp : t.shortWay.greetingHelp}
        required={introduces}
        rows={4}
      />
      {queues.length === 1 && <SettingGateNote gate="onlyQueueGreeting" />}
      <VariableList label={t.fields.variables} />
    </StepForm>
  )
}

const { schedules, outOfHoursMessage } = ConnectionBody.entries
const HoursForm = v.object({ schedules: schedules.wrapped, outOfHoursMessage: outOfHoursMessage.wrapped })

function HoursStep({ connection, finish, more }: { connection: ConnectionView; finish: () => void; more: ReactNode }) {
  useSignals()
  const t = useTexts('connection').connection
  const { api } = useApp()
  const { scheduleType } = useUser().company.companieSettings
  const { id } = connection
  const form = useForm({
    schema: HoursForm,
    initial: { schedules: connection.schedules, outOfHoursMessage: connection.outOfHoursMessage },
    save: (body) => scheduleType === 'connection' && api.put('/whatsapp/:id', { params: { id }, body }),
  })
  const isElsewhere = scheduleType === 'company' || scheduleType === 'queue'
  return (
    <StepForm form={form} next={finish} isLast more={more}>
      <SettingGateNote gate="outOfHours" />
      {isElsewhere && <Note icon={Clock}>{t.shortWay.hoursElsewhere[scheduleType]}</Note>}
      {scheduleType === 'connection' && (
        <>
          <TextField
            form={form}
            name="outOfHoursMessage"
            label={t.fields.outOfHours}
            help={t.fields.outOfHoursHelp}
            rows={3}
          />
          <WeekHoursField form={form} help={t.fields.hoursHelp} />
        </>
      )}
    </StepForm>
  )
}

interface NameStepProps {
  queues: ConnectionsData['queues']
  taken: readonly string[]
  created: (connection: ConnectionView) => void
  openAll: () => void
}

const NameForm = v.object({ name: ConnectionBody.entries.name })

/** Creates the connection with what the full form suggests. Skipped, it is named by its channel. */
function NameStep({ queues, taken, created, openAll }: NameStepProps) {
  const t = useTexts('connection').connection
  const create = useCreate(queues, created)
  const form = useForm({ schema: NameForm, initial: { name: '' }, save: ({ name }) => create(name) })

  function skip() {
    form.set({ name: freeName(taken) })
    void form.save()
  }

  return (
    <StepForm
      form={form}
      next={() => {}}
      skip={skip}
      more={
        <Button variant="ghost" onClick={openAll}>
          {t.shortWay.all}
        </Button>
      }
    >
      <TextField
        form={form}
        name="name"
        label={t.fields.name}
        help={t.shortWay.nameHelp}
        required
        placeholder={t.fields.namePlaceholder}
      />
    </StepForm>
  )
}

function useCreate(queues: ConnectionsData['queues'], created: (connection: ConnectionView) => void) {
  const t = useTexts('connection').connection
  const { api } = useApp()
  const { company, plan } = useUser()
  return async (name: string) => {
    const rules = connectionRules(plan, company.companieSettings, queues.length)
    const values = { ...suggestedConnection(rules, t.suggested, queues), name }
    const body = bodyOf(v.parse(connectionSchema({ rates: rules.rates, today: '', before: undefined }), values))
    created(await api.post('/whatsapp', { body: { ...body, channel: 'whatsapp' } }))
  }
}

function freeName(taken: readonly string[]) {
  const isTaken = (name: string) => taken.some((other) => other.toLowerCase() === name.toLowerCase())
  let count = 1
  const name = () => (count === 1 ? 'WhatsApp' : `WhatsApp ${count}`)
  while (isTaken(name())) count++
  return name()
}
