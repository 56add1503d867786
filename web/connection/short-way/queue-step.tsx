import * as v from 'valibot'
import type { ConnectionView } from '../../../src/connection/connection.calls'
import { QueueBody } from '../../../src/queue/queue.contract'
import { useApp, useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { swatchColours } from '../../ui/colour/colour'
import { useForm, type FormModel } from '../../ui/form/form'
import { FormField, Form, TextField } from '../../ui/form/form-field'
import { MultiCombobox } from '../../ui/select/combobox'
import { optionsOf } from '../../ui/select/option'
import type { ConnectionsData } from '../load-connections'
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button/button'
import { SaveButton } from '../../ui/button/save-button'

interface QueueStepProps {
  connection: ConnectionView
  queues: ConnectionsData['queues']
  next: () => void
}

export function QueueStep(props: QueueStepProps) {
  return props.queues.length === 0 ? <FirstQueue {...props} /> : <ChosenQueues {...props} />
}

const ChosenForm = v.object({ queueIds: v.array(v.number()) })

function ChosenQueues({ connection, queues, next }: QueueStepProps) {
  const t = useTexts('connection').connection
  const { api } = useApp()
  const { id, greetingMessage } = connection
  const form = useForm({
    schema: ChosenForm,
    initial: { queueIds: connection.queues.map((queue) => queue.id) },
    save: ({ queueIds }) => {
      // Several queues need a greeting, which the next step shows.
      const greets = queueIds.length > 1 && greetingMessage.trim() === ''
      const body = { queueIds, ...(greets && { greetingMessage: t.suggested.greeting }) }
      return api.put('/whatsapp/:id', { params: { id }, body })
    },
  })
  return (
    <StepForm form={form} next={next}>
      <FormField form={form} name="queueIds" label={t.fields.queues} help={t.fields.queuesHelp}>
        {(field) => <MultiCombobox<number> {...field} options={optionsOf(queues)} />}
      </FormField>
    </StepForm>
  )
}

const FirstForm = v.object({ name: QueueBody.entries.name })

function FirstQueue({ connection, next }: QueueStepProps) {
  const t = useTexts('connection').connection.shortWay
  const { api } = useApp()
  const user = useUser()
  const form = useForm({
    schema: FirstForm,
    initial: { name: '' },
    save: ({ name }) => {
      const links = { userIds: [user.id], connectionIds: [connection.id] }
      return api.post('/queue', { body: { name, color: swatchColours[0], ...links } })
    },
  })
  return (
    <StepForm form={form} next={next}>
      <TextField
        form={form}
        name="name"
        label={t.firstQueue}
        help={t.firstQueueHelp}
        required
        placeholder={t.firstQueuePlaceholder}
      />
    </StepForm>
  )
}

interface StepFormProps<Values> {
  form: FormModel<Values>
  next: () => void
  /** In place of skipping without saving. */
  skip?: () => void
  isLast?: boolean
  more?: ReactNode
  children: ReactNode
}

/** One step of the short way: it is saved and continued, or skipped. */
export function StepForm<Values>({ form, next, skip = next, isLast = false, more, children }: StepFormProps<Values>) {
  useSignals()
  const t = useTexts('connection').connection.shortWay
  return (
    <Form
      form={form}
      onSaved={next}
      footer={
        <>
          {more}
          <Button onClick={skip} disabled={form.saving.value}>
            {t.skip}
          </Button>
          <SaveButton form={form}>{isLast ? t.finish : t.next}</SaveButton>
        </>
      }
    >
      {children}
    </Form>
  )
}
