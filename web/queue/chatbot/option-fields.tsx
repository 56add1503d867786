import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { type ChatbotKind, staysInMenu } from '../../../src/queue/chatbot/chatbot.contract'
import { rankBySearch } from '../../../src/kernel/text/search-words.contract'
import { useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { childForm } from '../../records/child-rows'
import { Button } from '../../ui/button/button'
import { Combobox } from '../../ui/select/combobox'
import type { FormModel } from '../../ui/form/form'
import { FormField, TextField } from '../../ui/form/form-field'
import { TriangleAlert } from '../../ui/icons'
import { Note } from '../../ui/feedback/feedback'
import { Select } from '../../ui/select/select'
import { SwitchField } from '../../ui/field/switch-field'
import type { QueueValues } from '../queue-form'
import type { OptionValues, Path } from './option-tree'
import type { ApiClient } from '../../api/api-client'
import { useLookup } from '../../app/use-fetched'
import { useIntegrations } from '../../integration/integration.choice'
import { type Option, optionsOf } from '../../ui/select/option'
import { fetchQueues } from '../use-queues'

const userSearchMin = 3

export function optionForm(form: FormModel<QueueValues>, path: Path): FormModel<OptionValues> {
  const [first = 0, ...rest] = path
  const root = childForm(form, 'chatbots', first) as FormModel<OptionValues>
  return rest.reduce((above, index) => childForm(above, 'options', index) as FormModel<OptionValues>, root)
}

interface OptionFieldsProps {
  form: FormModel<OptionValues>
  targets: OptionTargets
  isNamed: boolean
}

export function OptionFields({ form, targets, isNamed }: OptionFieldsProps) {
  useSignals()
  const t = useTexts('queue').queue.chatbot
  const { queueType, options, lostTarget } = form.values.value
  const { entry, choose } = useEntry(form)
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNamed) frame.current?.querySelector('input')?.focus()
  }, [isNamed])
  return (
    <div className="chatbot-fields" ref={frame}>
      {lostTarget && <LostTargetNote onKeep={() => form.set({ lostTarget: false })} />}
      <TextField form={form} name="name" label={t.name} required placeholder={t.namePlaceholder} />
      <KindField form={form} entry={entry} choose={choose} />
      <TargetFields form={form} targets={targets} />
      <TextField
        form={form}
        name="greetingMessage"
        label={t.message}
        help={options.length > 0 ? t.messageAboveHelp : t.messageHelp}
        required={options.length > 0}
        rows={4}
      />
      {staysInMenu(queueType) && options.length === 0 && entry !== 'wait' && (
        <SwitchField form={form} name="closeTicket" label={t.closes} help={t.closesHelp} />
      )}
    </div>
  )
}

function LostTargetNote({ onKeep }: { onKeep: () => void }) {
  const t = useTexts('queue').queue.chatbot
  return (
    <Note icon={TriangleAlert}>
      <span>{t.lostTargetText}</span>
      <Button size="s" onClick={onKeep}>
        {t.keepAsText}
      </Button>
    </Note>
  )
}

type Entry = ChatbotKind | 'wait'

/** Waiting for an agent is a text that neither offers options nor closes; a new option is not that yet. */
function useEntry({ values }: FormModel<OptionValues>) {
  const [chosen, choose] = useState<Entry>()
  const { id, queueType, options, closeTicket } = values.value
  const mayWait = queueType === 'text' && options.length === 0 && !closeTicket
  const isWaiting = mayWait && (chosen === 'wait' || (chosen === undefined && id !== null))
  return { entry: isWaiting ? ('wait' as const) : queueType, choose }
}

interface KindFieldProps {
  form: FormModel<OptionValues>
  entry: Entry
  choose: (entry: Entry) => void
}

function KindField({ form, entry, choose }: KindFieldProps) {
  useSignals()
  const t = useTexts('queue').queue.chatbot
  const { queueType, options } = form.values.value
  const waits = options.length === 0 ? (['wait'] as const) : []
  const integrates = useUser().plan.useIntegrations || queueType === 'integration'
  const entries: readonly Entry[] = [
    'text',
    ...waits,
    'attendent',
    'queue',
    'file',
    ...(integrates ? (['integration'] as const) : []),
  ]

  function take(chosen: Entry) {
    const kind = chosen === 'wait' ? 'text' : chosen
    const none = { optQueueId: null, optUserId: null, optIntegrationId: null, optFileId: null, lostTarget: false }
    choose(chosen)
    form.set({ queueType: kind, ...none, ...(chosen !== 'wait' && staysInMenu(kind) ? {} : { closeTicket: false }) })
  }

  return (
    <FormField form={form} name="queueType" label={t.kind} help={t.kindHelp[entry]}>
      {({ onBlur }) => (
        <Select<Entry>
          value={entry}
          onBlur={onBlur}
          onValueChange={take}
          options={entries.map((value) => ({ value, label: t.kinds[value] }))}
        />
      )}
    </FormField>
  )
}

function TargetFields({ form, targets }: Omit<OptionFieldsProps, 'isNamed'>) {
  useSignals()
  const t = useTexts('queue').queue.chatbot
  const { queueType, optUserId } = form.values.value
  switch (queueType) {
    case 'attendent':
      return (
        <>
          <FormField form={form} name="optUserId" label={t.agent} required>
            {(field) => (
              <Combobox<number>
                {...field}
                selected={targets.users.find(({ value }) => value === optUserId) ?? null}
                search={(query) => Promise.resolve(rankBySearch(targets.users, query, ({ label }) => [label]))}
                lengthMin={userSearchMin}
                debounceMs={0}
              />
            )}
          </FormField>
          <FormField form={form} name="optQueueId" label={t.agentQueue} help={t.agentQueueHelp}>
            {(field) => <Combobox<number> {...field} options={targets.queues} />}
          </FormField>
        </>
      )
    case 'queue':
      return (
        <FormField form={form} name="optQueueId" label={t.queue} required>
          {(field) => <Combobox<number> {...field} options={targets.queues} />}
        </FormField>
      )
    case 'integration':
      return (
        <FormField form={form} name="optIntegrationId" label={t.kinds.integration} required>
          {(field) => <Combobox<number> {...field} options={targets.integrations} />}
        </FormField>
      )
    case 'file':
      return (
        <FormField form={form} name="optFileId" label={t.files} help={t.filesHelp} required>
          {(field) => <Combobox<number> {...field} options={targets.files} />}
        </FormField>
      )
    default:
      return null
  }
}

export interface OptionTargets {
  queues: Option<number>[]
  users: Option<number>[]
  files: Option<number>[]
  integrations: Option<number>[]
}

const none: Omit<OptionTargets, 'integrations'> = { queues: [], users: [], files: [] }
const pagesMax = 50

export function useOptionTargets(): OptionTargets {
  const integrations = useIntegrations(useUser().plan.useIntegrations) ?? []
  const targets = useLookup(async (api, signal) => {
    const [queues, users, files] = await Promise.all([
      fetchQueues(api, signal),
      api.get('/users/list', { signal }),
      listFileLists(api, signal),
    ])
    return { queues: optionsOf(queues), users: optionsOf(users), files }
  })
  return { ...none, ...targets, integrations }
}

export function useFileLists(): Option<number>[] {
  return useLookup(listFileLists) ?? []
}

async function listFileLists(api: ApiClient, signal: AbortSignal): Promise<Option<number>[]> {
  const found: Option<number>[] = []
  for (let pageNumber = 1; pageNumber <= pagesMax; pageNumber++) {
    const { files, hasMore } = await api.get('/files', { query: { pageNumber }, signal })
    found.push(...optionsOf(files))
    if (!hasMore) break
  }
  return found
}
