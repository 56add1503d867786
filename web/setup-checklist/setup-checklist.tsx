import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect, useId, useState } from 'react'
import type { ReachGap, SetupChecklist as Checklist } from '../../src/setup-checklist/setup-checklist.calls'
import { type SetupStep, CompanyNameBody } from '../../src/setup-checklist/setup-checklist.contract'
import { useApp, useUser } from '../app/app-context'
import { links } from '../app/links'
import { useTexts } from '../i18n/i18n'
import { CircleCheck, CircleDashed, TriangleAlert, X } from '../ui/icons'
import { ButtonLink, Link } from '../ui/display/link'
import { useAttempt } from '../ui/form/use-attempt'
import { createSetupChecklist } from './setup-checklist-model'
import { Button, IconButton } from '../ui/button/button'
import { TextInput } from '../ui/field/text-input'
import { useForm } from '../ui/form/form'
import { Form, FormField } from '../ui/form/form-field'

interface CompanyNameFormProps {
  next: boolean
  save: (name: string) => Promise<unknown>
}

/** Each step opens the form that does it, except the first, which is a form. */
const stepLinks: Record<Exclude<SetupStep, 'company'>, () => string> = {
  whatsapp: links.newConnection,
  queue: links.newQueue,
  people: links.newUser,
}

/** Each gap opens the form that closes it, or the screen where several are closed. */
const gapLinks: Record<ReachGap['kind'], { one: (id: number) => string; several: () => string }> = {
  connectionWithoutQueue: { one: links.editConnection, several: links.connections },
  connectionWithoutWelcome: { one: links.editConnection, several: links.connections },
  queueWithoutPeople: { one: links.editQueue, several: links.queues },
  personWithoutQueue: { one: links.editUser, several: links.users },
}

/** Until done or dismissed. Then a line says when messages reach nobody. */
export function SetupChecklist({ first }: { first: Checklist }) {
  useSignals()
  const t = useTexts('setupChecklist').setupChecklist
  const { api, live } = useApp()
  const [model] = useState(() => createSetupChecklist(api, first))
  const attempt = useAttempt()
  const titleId = useId()
  const { steps, gaps } = model.checklist.value
  const shown = steps.length > 0 || gaps.length > 0
  useEffect(() => (shown ? model.follow(live) : undefined), [shown, model, live])
  if (steps.length === 0) return gaps.length > 0 ? <ReachGaps gaps={gaps} /> : null
  const done = steps.filter((step) => step.done).length
  const next = steps.find((step) => !step.done)
  return (
    <section className="setup-checklist" aria-labelledby={titleId}>
      <header className="setup-checklist-head row gap-3">
        <h2 id={titleId}>{t.title}</h2>
        <span className="setup-checklist-progress" role="status">
          {t.progress(done, steps.length)}
        </span>
        <IconButton icon={X} label={t.dismiss} onClick={() => attempt(() => model.dismiss())} />
      </header>
      <progress value={done} max={steps.length} aria-hidden />
      <ol>
        {steps.map(({ step, done, gap }) =>
          step === 'company' ? (
            <StepItem key={step} step={step} done={done}>
              {!done && <CompanyNameForm next={step === next?.step} save={model.nameCompany} />}
            </StepItem>
          ) : (
            <Step
              key={step}
              step={step}
              done={done}
              next={step === next?.step}
              gap={gaps.find(({ kind }) => kind === gap)}
            />
          ),
        )}
      </ol>
    </section>
  )
}

interface StepProps {
  step: Exclude<SetupStep, 'company'>
  done: boolean
  next: boolean
  /** Why it is not done although its record exists. */
  gap: ReachGap | undefined
}

function Step({ step, done, next, gap }: StepProps) {
  const t = useTexts('setupChecklist').setupChecklist
  const { text, action, href } = useGap(gap) ?? { ...t.steps[step], href: stepLinks[step]() }
  return (
    <StepItem step={step} done={done} text={text}>
      {!done && (
        <ButtonLink href={href} variant={next ? 'primary' : 'secondary'}>
          {action}
        </ButtonLink>
      )}
    </StepItem>
  )
}

interface StepItemProps {
  step: SetupStep
  done: boolean
  text?: string
  children: ReactNode
}

function StepItem({ step, done, text, children }: StepItemProps) {
  const t = useTexts('setupChecklist').setupChecklist
  const Icon = done ? CircleCheck : CircleDashed
  return (
    <li data-step={step} data-done={done || undefined}>
      <Icon size={20} aria-hidden />
      <div>
        <strong>{t.steps[step].title}</strong>
        {done ? <span className="visually-hidden">{t.done}</span> : <p>{text ?? t.steps[step].text}</p>}
      </div>
      {children}
    </li>
  )
}

function useGap(gap: ReachGap | undefined) {
  const t = useTexts('setupChecklist').setupChecklist.gaps
  if (!gap) return undefined
  const { kind, count, records } = gap
  const [first] = records
  const more = count > records.length ? [t.more(count - records.length)] : []
  const names = records.map(({ name }) => (kind === 'personWithoutQueue' ? name : t.quoted(name)))
  const { text, action } = t.kinds[kind]
  const { one, several } = gapLinks[kind]
  return {
    text: text([...names, ...more].join(', '), count),
    action,
    href: first && count === 1 ? one(first.id) : several(),
  }
}

/** One line for each way in which a message reaches nobody, with what mends it. */
function ReachGaps({ gaps }: { gaps: readonly ReachGap[] }) {
  return (
    <ul className="reach-gaps stack gap-1">
      {gaps.map((gap) => (
        <ReachGapLine key={gap.kind} gap={gap} />
      ))}
    </ul>
  )
}

function ReachGapLine({ gap }: { gap: ReachGap }) {
  const shown = useGap(gap)
  return (
    <li>
      <TriangleAlert size={16} aria-hidden />
      <span>{shown?.text}</span>
      <Link href={shown?.href ?? ''}>{shown?.action}</Link>
    </li>
  )
}

function CompanyNameForm({ next, save }: CompanyNameFormProps) {
  useSignals()
  const { company: t, steps } = useTexts('setupChecklist').setupChecklist
  const { company } = useUser()
  const attempt = useAttempt()
  const form = useForm({
    schema: CompanyNameBody,
    initial: { name: company.name },
    save: ({ name }) => save(name),
  })
  return (
    <Form form={form} className="setup-checklist-company">
      <FormField form={form} name="name" label={t.label}>
        {(field) => <TextInput {...field} autoComplete="organization" />}
      </FormField>
      <div>
        <Button type="submit" variant={next ? 'primary' : 'secondary'} loading={form.saving.value}>
          {steps.company.action}
        </Button>
        <Button variant="ghost" onClick={() => void attempt(() => save(company.name))}>
          {t.skip}
        </Button>
      </div>
    </Form>
  )
}
