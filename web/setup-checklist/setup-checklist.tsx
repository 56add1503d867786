import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useId, useState } from 'react'
import type { setupSteps, SetupChecklist as Checklist } from '../../src/setup-checklist/setup-checklist.calls'
import { useApp } from '../app/app-context'
import { links } from '../app/links'
import { useTexts } from '../i18n/i18n'
import { IconButton } from '../ui/button/icon-button'
import { CircleCheck, CircleDashed, X } from '../ui/icons'
import { ButtonLink } from '../ui/display/link'
import { useAttempt } from '../ui/form/use-attempt'
import { createSetupChecklist } from './setup-checklist-model'

/** Each step opens the form that does it. */
const stepLinks: Record<(typeof setupSteps)[number], () => string> = {
  whatsapp: links.newConnection,
  queue: links.newQueue,
  people: links.newUser,
}

/** What a new company still has to set up. Disappears once all is done, or when an admin dismisses it. */
export function SetupChecklist({ first }: { first: Checklist }) {
  useSignals()
  const t = useTexts('setupChecklist').setupChecklist
  const { api, live } = useApp()
  const [model] = useState(() => createSetupChecklist(api, first))
  const attempt = useAttempt()
  const titleId = useId()
  const shown = model.checklist.value.steps.length > 0
  useEffect(() => (shown ? model.follow(live) : undefined), [shown, model, live])
  if (!shown) return null
  const { steps } = model.checklist.value
  const done = steps.filter((step) => step.done).length
  const next = steps.find((step) => !step.done)
  return (
    <section className="setup-checklist" aria-labelledby={titleId}>
      <header className="setup-checklist-head">
        <h2 id={titleId}>{t.title}</h2>
        <span className="setup-checklist-progress" role="status">
          {t.progress(done, steps.length)}
        </span>
        <IconButton icon={X} label={t.dismiss} onClick={() => void attempt(() => model.dismiss())} />
      </header>
      <progress value={done} max={steps.length} aria-hidden />
      <ol>
        {steps.map(({ step, done }) => (
          <Step key={step} step={step} done={done} next={step === next?.step} />
        ))}
      </ol>
    </section>
  )
}

interface StepProps {
  step: (typeof setupSteps)[number]
  done: boolean
  /** The first that is not done. */
  next: boolean
}

function Step({ step, done, next }: StepProps) {
  const t = useTexts('setupChecklist').setupChecklist
  const { title, text, action } = t.steps[step]
  const Icon = done ? CircleCheck : CircleDashed
  return (
    <li data-done={done || undefined}>
      <Icon size={20} aria-hidden />
      <div>
        <strong>{title}</strong>
        {done ? <span className="visually-hidden">{t.done}</span> : <p>{text}</p>}
      </div>
      {!done && (
        <ButtonLink href={stepLinks[step]()} variant={next ? 'primary' : 'secondary'}>
          {action}
        </ButtonLink>
      )}
    </li>
  )
}
