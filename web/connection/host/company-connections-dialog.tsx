import { useState, useEffect, useMemo } from 'react'
import type { CompanyConnection, ConnectionCountView } from '../../../src/connection/connection.calls'
import { useApp, useUser } from '../../app/app-context'
import { useTexts } from '../../i18n/i18n'
import { useRecordActions } from '../../records/use-record-actions'
import { DataTable, type Column } from '../../ui/table/data-table'
import { Dialog } from '../../ui/dialog/dialog'
import { Info, Star } from '../../ui/icons'
import { Note, SkeletonRows, ErrorState } from '../../ui/feedback/feedback'
import { tooltip } from '../../ui/popup/tooltip'
import { AddConnection } from '../add-connection'
import { type ChannelName, channelRules } from '../../../src/channel/channel-rules.contract'
import type { LoginReturnBody } from '../../../src/channel/meta/meta-login.contract'
import { ChannelIcon } from '../channel-icon'
import { LinkPagesDialog } from '../page/link-pages-dialog'
import { ConnectionStatus } from '../connection-status'
import { SessionActions } from '../pairing/session-actions'
import { SupportPairingDialog, createSupportSession, type SupportSession } from './support-pairing-dialog'
import { TableMoment } from '../../ui/table/table-cells'
import type { ConnectionChoices } from '../../../src/connection-support/connection-support.calls'
import type { ApiClient } from '../../api/api-client'
import { connectionRules } from '../form/connection-form'
import { ConnectionFormDialog, recordsOf } from '../form/connection-form-dialog'
import type { ConnectionCalls } from '../form/save-connection'

/** Other companies' statuses are not published to the host; one that is about to change is read again. */
const pollMs = 3000

const changing: readonly CompanyConnection['status'][] = ['OPENING', 'PAIRING', 'qrcode']

interface Pairing {
  connection: CompanyConnection
  how: 'present' | 'new'
}

interface CompanyConnectionsDialogProps {
  company: ConnectionCountView
  /** From a login for the company. */
  returned: LoginReturnBody | undefined
  close: () => void
}

/** One company's connections for the host. Only admins among the super users may work on them. */
export function CompanyConnectionsDialog({ company, returned, close }: CompanyConnectionsDialogProps) {
  const { connection: texts } = useTexts('connection')
  const t = texts.companies
  const { api } = useApp()
  const mayWork = useUser().profile === 'admin'
  const { rows, error, reload } = useCompanyConnections(company)
  const session = createSupportSession(api, company.id, reload)
  const [edited, setEdited] = useState<CompanyConnection | 'new'>()
  const [pairing, setPairing] = useState<Pairing>()
  const [isLinking, setIsLinking] = useState(returned !== undefined)
  const removal = {
    name: ({ name }: CompanyConnection) => name,
    text: ({ channel }: CompanyConnection) =>
      channelRules[channel].connectedBy === 'account' ? texts.deleteTextAccount : texts.deleteText,
    call: async ({ id }: CompanyConnection) => {
      await api.delete('/companies/:id/connections/:connectionId', { params: { id: company.id, connectionId: id } })
      reload()
    },
  }
  const { actions } = useRecordActions({ texts, open: setEdited, remove: removal })
  const showCode = (connection: CompanyConnection, how: Pairing['how']) => setPairing({ connection, how })

  const add = (channel: ChannelName) =>
    channelRules[channel].connectedBy === 'account' ? setIsLinking(true) : setEdited('new')

  function linked() {
    setIsLinking(false)
    reload()
  }

  function saved(connection: CompanyConnection, isNew: boolean) {
    reload()
    if (isNew) setPairing({ connection, how: 'new' })
  }

  return (
    <>
      <Dialog open size="xl" title={<bdi>{t.dialogTitle(company.name)}</bdi>} onClose={close}>
        <div className="company-connections">
          {mayWork && <AddConnection onAdd={add} ofOther />}
          {mayWork && <p className="subtle">{t.logged}</p>}
          {!mayWork && <Note icon={Info}>{t.readOnly}</Note>}
          <DataTable
            label={t.dialogTitle(company.name)}
            columns={useColumns(mayWork ? { session, showCode } : undefined)}
            rows={rows ?? []}
            rowKey={(row) => row.id}
            loading={!rows}
            error={error}
            onRetry={reload}
            {...(mayWork && actions && { actions })}
            empty={<p className="subtle">{t.none}</p>}
          />
        </div>
      </Dialog>
      {edited && (
        <SupportConnectionDialog
          companyId={company.id}
          connection={edited === 'new' ? undefined : edited}
          close={() => setEdited(undefined)}
          onSaved={saved}
        />
      )}
      {isLinking && <SupportLinkPagesDialog companyId={company.id} returned={returned} close={linked} />}
      {pairing && <SupportPairingDialog {...pairing} session={session} close={() => setPairing(undefined)} />}
    </>
  )
}

interface Work {
  session: SupportSession
  showCode: (connection: CompanyConnection, how: Pairing['how']) => void
}

function useColumns(work: Work | undefined): Column<CompanyConnection>[] {
  const t = useTexts('connection').connection
  const session: Column<CompanyConnection>[] = work
    ? [
        {
          id: 'session',
          header: t.columns.session,
          cell: (connection) => <SessionActions connection={connection} {...work} />,
        },
      ]
    : []
  return [
    { id: 'name', header: t.columns.name, cell: ({ name }) => <bdi>{name}</bdi> },
    {
      id: 'channel',
      compact: 'value',
      header: t.columns.channel,
      cell: ({ channel }) => <ChannelIcon channel={channel} named />,
    },
    {
      id: 'status',
      compact: 'value',
      header: t.columns.status,
      cell: (connection) => <ConnectionStatus connection={connection} />,
    },
    ...session,
    {
      id: 'updatedAt',
      header: t.columns.updatedAt,
      cell: ({ updatedAt }) => <TableMoment at={updatedAt} />,
    },
    {
      id: 'isDefault',
      header: t.columns.isDefault,
      cell: ({ isDefault }) =>
        isDefault && (
          <span className="connection-default" role="img" aria-label={t.isDefault} {...tooltip(t.isDefault)}>
            <Star size={16} aria-hidden />
          </span>
        ),
    },
  ]
}

function useCompanyConnections({ id, connected, total }: ConnectionCountView) {
  const { api } = useApp()
  const [rows, setRows] = useState<readonly CompanyConnection[]>()
  const [error, setError] = useState<unknown>()
  const [attempt, setAttempt] = useState(0)
  const reload = () => setAttempt((count) => count + 1)

  useEffect(() => {
    const aborted = new AbortController()
    const { signal } = aborted
    api.get('/whatsapp/all/:companyId', { params: { companyId: id }, signal }).then(
      (found) => {
        setError(undefined)
        setRows(found)
      },
      (cause: unknown) => signal.aborted || setError(cause),
    )
    return () => aborted.abort()
    // Changed counts mean changed rows.
  }, [api, id, connected, total, attempt])

  const polls = rows?.some(({ status }) => changing.includes(status)) === true
  useEffect(() => {
    if (!polls) return
    const timer = setInterval(reload, pollMs)
    return () => clearInterval(timer)
  }, [polls])
  return { rows, error: rows ? undefined : error, reload }
}

interface SupportConnectionDialogProps {
  companyId: number
  connection: CompanyConnection | undefined
  close: () => void
  onSaved: (saved: CompanyConnection, isNew: boolean) => void
}

function SupportConnectionDialog({ companyId, connection, close, onSaved }: SupportConnectionDialogProps) {
  const t = useTexts('connection').connection
  const { api } = useApp()
  const calls = useMemo(() => supportConnectionCalls(api, companyId), [api, companyId])
  const { choices, error, load } = useChoices(companyId)
  if (!choices) {
    const title = connection ? t.editTitle : t.addTitle
    return <LoadingDialog size="l" title={title} error={error} onRetry={load} close={close} />
  }
  const { queues, integrations, prompts, agents, flows, settings, plan } = choices
  return (
    <ConnectionFormDialog
      connection={connection}
      queues={queues}
      rules={connectionRules(plan, settings, queues.length, true)}
      calls={calls}
      answering={[
        ...recordsOf('integrationId', integrations),
        ...recordsOf('promptId', prompts),
        ...recordsOf('agentId', agents),
      ]}
      flows={flows}
      hasToken={false}
      close={close}
      onSaved={onSaved}
    />
  )
}

interface SupportLinkPagesDialogProps {
  companyId: number
  returned: LoginReturnBody | undefined
  close: () => void
}

function SupportLinkPagesDialog({ companyId, ...props }: SupportLinkPagesDialogProps) {
  const t = useTexts('account').account.page
  const { choices, error, load } = useChoices(companyId)
  if (choices) return <LinkPagesDialog companyId={companyId} queues={choices.queues} {...props} />
  return <LoadingDialog size="m" title={t.addTitle} error={error} onRetry={load} close={props.close} />
}

interface LoadingDialogProps {
  /** `l` for a dialog with tabs. */
  size: 'm' | 'l'
  title: string
  error: unknown
  onRetry: () => void
  close: () => void
}

function LoadingDialog({ size, title, error, onRetry, close }: LoadingDialogProps) {
  return (
    <Dialog open size={size} title={title} onClose={close}>
      <div className={size === 'l' ? 'dialog-tab' : undefined}>
        {error ? <ErrorState error={error} onRetry={onRetry} /> : <SkeletonRows count={5} picture={false} />}
      </div>
    </Dialog>
  )
}

function useChoices(companyId: number) {
  const { api } = useApp()
  const [choices, setChoices] = useState<ConnectionChoices>()
  const [error, setError] = useState<unknown>()

  function load() {
    setError(undefined)
    api.get('/companies/:id/connection-choices', { params: { id: companyId } }).then(setChoices, setError)
  }
  useEffect(load, [api, companyId])
  return { choices, error, load }
}

function supportConnectionCalls(api: ApiClient, companyId: number): ConnectionCalls<CompanyConnection> {
  const path = '/companies/:id/connections/:connectionId'
  const about = (connectionId: number) => ({ params: { id: companyId, connectionId } })
  return {
    create: ({ token: _, ...body }) => api.post('/companies/:id/connections', { params: { id: companyId }, body }),
    update: (id, { token: _, ...body }) => api.put(path, { ...about(id), body }),
    uploadGreeting: (id, form) => api.upload(`${path}/media-upload`, { ...about(id), form }),
    removeGreeting: (id) => api.delete(`${path}/media-upload`, about(id)),
  }
}
