import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import type { ConnectionView } from '../../../src/connection/connection.calls'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { useUi } from '../../ui/context/ui-context'
import { Dialog } from '../../ui/dialog/dialog'
import type { ConnectionList } from '../connection-records'
import { ConnectionDialog } from '../form/connection-dialog'
import type { ConnectionsData } from '../load-connections'
import type { ConnectionSession } from '../pairing/connection-session'
import { CodeStep } from './code-step'
import { GreetingStep } from './greeting-step'
import { HoursStep } from './hours-step'
import { NameStep } from './name-step'
import { QueueStep } from './queue-step'

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

/** Adds a WhatsApp connection in short steps. Everything else is in the form with all fields, now or afterwards. */
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
    <div className="short-way-trail">
      <h3 ref={heading} tabIndex={-1}>
        {t.steps[step]}
        <span className="subtle"> {t.stepOf(at + 1, steps.length)}</span>
      </h3>
      <progress max={steps.length} value={at + 1} aria-hidden />
      <p className="subtle">{t.texts[step]}</p>
    </div>
  )
}
