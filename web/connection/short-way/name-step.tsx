import * as v from 'valibot'
import type { ConnectionView } from '../../../src/connection/connection.calls'
import { ConnectionBody } from '../../../src/connection/connection.contract'
import { useApp, useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { useForm } from '../../ui/form/form'
import { bodyOf, connectionRules, connectionSchema, suggestedConnection } from '../form/connection-form'
import type { ConnectionsData } from '../load-connections'
import { StepForm } from './step-form'
import { TextField } from '../../ui/form/text-field'

interface NameStepProps {
  queues: ConnectionsData['queues']
  /** Names of other connections. */
  taken: readonly string[]
  created: (connection: ConnectionView) => void
  /** Opens the form with all fields instead. */
  openAll: () => void
}

const NameForm = v.object({ name: ConnectionBody.entries.name })

/** Creates the connection with what the full form suggests. Skipped, it is named by its channel. */
export function NameStep({ queues, taken, created, openAll }: NameStepProps) {
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
