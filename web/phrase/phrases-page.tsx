import { useState, useEffect } from 'react'
import type { FlowCampaignView } from '../../src/flow/phrase/phrase.record'
import { useApp, useUser } from '../app/app-context'
import { isAdmin } from '../app/screen-access'
import { useTexts, useErrorText } from '../i18n/i18n'
import type { ListPage } from '../live/list-items'
import type { PageProps } from '../page/page-definition'
import { recordLoader, recordSource } from '../records/record-source'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import type { Column } from '../ui/table/data-table'
import { MessageSquareQuote, CircleCheck, CircleSlash } from '../ui/icons'
import { StatusPill } from '../ui/display/labels'
import { Switch } from '../ui/field/switch'
import { useAttempt } from '../ui/form/use-attempt'
import type { PhraseTest } from '../../src/flow/flow.calls'
import { connectionOptions, useConnections } from '../connection/use-connections'
import { Select } from '../ui/select/select'
import { TextInput } from '../ui/field/text-input'
import { FlowCampaignForm } from '../../src/flow/phrase/phrase.contract'
import { flowOptions, useFlows } from '../flow/flow.choice'
import { RecordDialog } from '../records/record-dialog'
import { Combobox } from '../ui/select/combobox'
import { FormField, TextField } from '../ui/form/form-field'
import { SwitchField } from '../ui/field/switch-field'
import { optionOrNone } from '../ui/select/option'

const phrases = recordSource('/flowcampaign', {
  searched: ({ name, phrase }) => `${name} ${phrase}`,
  live: 'flowCampaign',
})
export const load = recordLoader(phrases)

export function page({ data }: PageProps<ListPage<FlowCampaignView>>) {
  const t = useTexts('phrase').phrase
  const mayEdit = isAdmin(useUser())
  const list = useRecordList(phrases, data)
  return (
    <RecordsPage
      list={list}
      texts={t}
      icon={MessageSquareQuote}
      columns={useColumns(mayEdit)}
      summary={<PhraseTestBox />}
      mayChange={mayEdit}
      form={(phrase, close) => <PhraseDialog phrase={phrase} close={close} />}
      remove={{ path: '/flowcampaign/:id' }}
    />
  )
}

function useColumns(mayEdit: boolean): Column<FlowCampaignView>[] {
  const t = useTexts('phrase').phrase
  return [
    { id: 'name', header: t.columns.name, sortValue: ({ name }) => name, cell: ({ name }) => <bdi>{name}</bdi> },
    { id: 'phrase', compact: 'value', header: t.columns.phrase, cell: ({ phrase }) => <Phrases phrase={phrase} /> },
    {
      id: 'flow',
      compact: 'value',
      header: t.columns.flow,
      width: '220px',
      cell: (row) => <FlowOfPhrase phrase={row} />,
    },
    {
      id: 'connection',
      header: t.columns.connection,
      width: '180px',
      wideOnly: true,
      cell: ({ whatsapp }) =>
        whatsapp ? <bdi>{whatsapp.name}</bdi> : <span className="subtle">{t.allConnections}</span>,
    },
    {
      id: 'status',
      header: t.columns.status,
      width: '120px',
      cell: (row) => (mayEdit ? <StatusSwitch phrase={row} /> : <StatusWord status={row.status} />),
    },
  ]
}

function Phrases({ phrase }: { phrase: string }) {
  const t = useTexts('phrase').phrase
  const [first = '', ...more] = phrase.split('\n')
  return (
    <span className="phrase-lines" title={phrase}>
      <q className="truncate">{first}</q>
      {more.length > 0 && <span className="subtle">{t.morePhrases(more.length)}</span>}
    </span>
  )
}

function FlowOfPhrase({ phrase: { flow } }: { phrase: FlowCampaignView }) {
  const t = useTexts('phrase').phrase
  if (!flow) return <StatusPill kind="danger">{t.noFlow}</StatusPill>
  return (
    <span className="phrase-flow">
      <bdi className="truncate">{flow.name}</bdi>
      {!flow.active && (
        <StatusPill kind="warning" help={t.inactiveFlowHelp}>
          {t.inactiveFlow}
        </StatusPill>
      )}
    </span>
  )
}

function StatusWord({ status }: { status: boolean }) {
  const t = useTexts('phrase').phrase
  return <StatusPill kind={status ? 'success' : 'neutral'}>{status ? t.active : t.inactive}</StatusPill>
}

function StatusSwitch({ phrase }: { phrase: FlowCampaignView }) {
  const t = useTexts('phrase').phrase
  const { api } = useApp()
  const attempt = useAttempt()
  const [sent, setSent] = useState<boolean>()

  async function change(status: boolean) {
    setSent(status)
    await attempt(() => api.put('/flowcampaign', { body: { id: phrase.id, status } }))
    setSent(undefined)
  }

  return (
    // A press on the switch does not open the row.
    <span className="phrase-status" onClick={(event) => event.stopPropagation()}>
      <Switch
        checked={sent ?? phrase.status}
        onCheckedChange={(next) => void change(next)}
        aria-label={t.activeOf(phrase.name)}
      />
    </span>
  )
}

const pauseMs = 300
const anyConnection = 0

function PhraseTestBox() {
  const t = useTexts('phrase').phrase.test
  const [text, setText] = useState('')
  const [connectionId, setConnectionId] = useState(anyConnection)
  const connections = useConnections() ?? []
  const { found, failed } = usePhraseTest(text, connectionId)
  return (
    <section className="phrase-test" aria-label={t.title}>
      <h2 className="phrase-test-title">{t.title}</h2>
      <TextInput
        value={text}
        onValueChange={setText}
        placeholder={t.placeholder}
        aria-label={t.title}
        maxLength={500}
      />
      {connections.length > 1 && (
        <Select<number>
          className="phrase-test-connection"
          label={t.connection}
          value={connectionId}
          options={[{ value: anyConnection, label: t.anyConnection }, ...connectionOptions(connections)]}
          onValueChange={setConnectionId}
        />
      )}
      <p className="phrase-test-result" role="status">
        {failed ??
          (text.trim() === '' ? <span className="wide-only">{t.hint}</span> : found && <Result found={found} />)}
      </p>
    </section>
  )
}

function Result({ found: { flow, campaign } }: { found: PhraseTest }) {
  const t = useTexts('phrase').phrase.test
  const Icon = flow ? CircleCheck : CircleSlash
  return (
    <span className="phrase-test-answer inline-row" data-starts={flow !== null || undefined}>
      <Icon size={16} aria-hidden />
      {flow ? t.starts(flow.name, campaign?.name ?? '') : campaign ? t.inactive(campaign.name) : t.nothing}
    </span>
  )
}

/** Asks the server after a pause in typing. */
function usePhraseTest(text: string, connectionId: number) {
  const { api } = useApp()
  const errorText = useErrorText()
  const [answer, setAnswer] = useState<{ found?: PhraseTest; failed?: string }>({})
  useEffect(() => {
    setAnswer({})
    if (text.trim() === '') return
    const stop = new AbortController()
    const timer = setTimeout(() => {
      const body = { text, whatsappId: connectionId || null }
      api.post('/flowcampaign/test', { body, signal: stop.signal }).then(
        (found) => !stop.signal.aborted && setAnswer({ found }),
        (cause: unknown) => !stop.signal.aborted && setAnswer({ failed: errorText(cause) }),
      )
    }, pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [api, text, connectionId])
  return answer
}

const all = 0

interface PhraseDialogProps {
  phrase: FlowCampaignView | undefined
  close: () => void
}

function PhraseDialog({ phrase, close }: PhraseDialogProps) {
  const t = useTexts('phrase').phrase
  const { api } = useApp()
  const flows = useFlows()
  const connections = useConnections() ?? []
  return (
    <RecordDialog
      record={phrase}
      texts={t}
      schema={FlowCampaignForm}
      newValues={{ flowId: 0 }}
      save={(body, changes) =>
        phrase ? api.put('/flowcampaign', { body: { id: phrase.id, ...changes } }) : api.post('/flowcampaign', { body })
      }
      close={close}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label={t.fields.name} required placeholder={t.fields.namePlaceholder} />
          <TextField
            form={form}
            name="phrase"
            label={t.fields.phrase}
            help={t.fields.phraseHelp}
            required
            rows={3}
            placeholder={t.fields.phrasePlaceholder}
          />
          <FormField form={form} name="flowId" label={t.fields.flow} required>
            {({ value, onValueChange, ...field }) => (
              <Combobox<number>
                {...field}
                value={value || null}
                options={flowOptions(flows, t.inactiveFlow)}
                selected={optionOrNone(phrase?.flow)}
                onValueChange={(chosen) => onValueChange(chosen ?? 0)}
              />
            )}
          </FormField>
          <FormField form={form} name="whatsappId" label={t.fields.connection}>
            {({ value, onValueChange, onBlur }) => (
              <Select<number>
                value={value ?? all}
                options={[{ value: all, label: t.allConnections }, ...connectionOptions(connections)]}
                onValueChange={(chosen) => onValueChange(chosen || null)}
                onBlur={onBlur}
              />
            )}
          </FormField>
          <SwitchField form={form} name="status" label={t.fields.status} />
        </>
      )}
    </RecordDialog>
  )
}
