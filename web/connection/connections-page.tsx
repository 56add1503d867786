import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useEffectEvent, useState } from 'react'
import { type ChannelName, channelRules, cloudChannel } from '../../src/channel/channel-rules.contract'
import { loginKindOf, type LoginReturnBody } from '../../src/channel/meta/meta-login.contract'
import type { ConnectionView } from '../../src/connection/connection.calls'
import { useApp, useUser } from '../app/app-context'
import { addParameter, links, pairParameter } from '../app/links'
import { useTexts } from '../i18n/i18n'
import type { PageProps } from '../page/page-definition'
import { RecordsPage } from '../records/records-page'
import { useRecordList } from '../records/use-record-list'
import { Button, ButtonContent } from '../ui/button/button'
import { EmptyState, ErrorState } from '../ui/feedback/feedback'
import { MessageSquareText, Smartphone, Headset, RotateCw } from '../ui/icons'
import type { RowAction } from '../ui/table/table-row'
import { useAttempt } from '../ui/form/use-attempt'
import { AddConnection } from './add-connection'
import { CloudAccountDialog } from './cloud/cloud-account-dialog'
import { SignupDialog } from './cloud/signup-dialog'
import { LinkPagesDialog } from './page/link-pages-dialog'
import { useLoginAddress } from './page/use-login-address'
import { PageAccountDialog } from './page/page-account-dialog'
import { ConnectionDialog } from './form/connection-dialog'
import { focusWhenShown } from '../ui/layout/focus-shown'
import { ImportCards } from './import-card'
import { type ConnectionsData, connectionRecords, type ConnectionList } from './load-connections'
import { ShortWayDialog } from './short-way/short-way-dialog'
import { useConnectionColumns } from './use-connection-columns'
import { useUi } from '../ui/context/ui-context'
import { Dialog } from '../ui/dialog/dialog'
import { PairingState, useNewCode, createConnectionSession, type ConnectionSession } from './pairing/pairing-state'

interface Connecting {
  id: number
  how: 'present' | 'new'
}

export function page({ data }: PageProps<ConnectionsData>) {
  useSignals()
  const t = useTexts('connection').connection
  const { api } = useApp()
  const list = useRecordList(connectionRecords, data.page)
  const [session] = useState(() => createConnectionSession(api, list))
  const [connecting, setConnecting] = useState<Connecting>()
  const [account, setAccount] = useState<ShownAccount>()
  const makeDefault = useMakeDefault()
  const columns = useConnectionColumns({
    session,
    makeDefault,
    showCode: ({ id }, how) => setConnecting({ id, how }),
    showAccount: ({ id, channel }) => setAccount({ id, channel }),
  })

  usePairingAddress(list, setConnecting)
  useLoginAddress((returned) =>
    setAccount({ channel: loginKindOf(returned.state) === 'numbers' ? cloudChannel : 'facebook', returned }),
  )

  function created(connection: ConnectionView) {
    list.add(connection)
    setConnecting({ id: connection.id, how: 'new' })
  }

  return (
    <>
      <RecordsPage
        list={list}
        texts={t}
        icon={Smartphone}
        columns={columns}
        searched={false}
        summary={<ImportCards list={list} />}
        headerActions={
          <>
            <CallSupport phone={data.support} />
            {list.count.value > 0 && <RestartConnections session={session} />}
          </>
        }
        addButton={(add) => (
          <AddConnection onAdd={(channel) => (isAccount(channel) ? setAccount({ channel }) : add())} />
        )}
        empty={(add) => <NoConnections add={add} />}
        form={(connection, close) =>
          connection ? (
            <ConnectionDialog id={connection.id} queues={data.queues} close={close} onCreated={created} />
          ) : (
            <ShortWayDialog queues={data.queues} list={list} session={session} close={close} onCreated={created} />
          )
        }
        actions={useTemplateAction()}
        remove={{
          path: '/whatsapp/:id',
          text: ({ channel }) => (isAccount(channel) ? t.deleteTextAccount : t.deleteText),
        }}
      />
      {account && <AccountDialog {...account} list={list} queues={data.queues} close={() => setAccount(undefined)} />}
      {connecting && (
        <ConnectDialog
          key={connecting.id}
          {...connecting}
          list={list}
          session={session}
          close={() => setConnecting(undefined)}
        />
      )}
    </>
  )
}

interface ShownAccount {
  channel: ChannelName
  id?: number
  returned?: LoginReturnBody
}

interface AccountDialogProps extends ShownAccount {
  list: ConnectionList
  queues: ConnectionsData['queues']
  close: () => void
}

function AccountDialog({ channel, id, returned, ...props }: AccountDialogProps) {
  if (channel === cloudChannel && returned)
    return <SignupDialog returned={returned} queues={props.queues} close={props.close} />
  if (channel === cloudChannel) return <CloudAccountDialog id={id} {...props} />
  if (id !== undefined) return <PageAccountDialog id={id} close={props.close} />
  return <LinkPagesDialog returned={returned} queues={props.queues} close={props.close} />
}

/** Opens the code of the connection that waits for it, when the address asks for it; without one, the way to add one. */
function usePairingAddress(list: ConnectionList, connect: (connecting: Connecting) => void) {
  useSignals()
  const { navigation } = useApp()
  const { search } = navigation.shown.value
  const open = useEffectEvent(() => {
    const query = new URLSearchParams(search)
    if (!query.has(pairParameter)) return
    query.delete(pairParameter)
    const connections = list.items.peek()
    if (connections.length === 0) query.set(addParameter, '1')
    navigation.replaceQuery(query)
    const paired = connections.filter(({ channel }) => channelRules[channel].entrance === 'session')
    const waiting =
      paired.find(({ status }) => status === 'qrcode') ?? paired.find(({ status }) => status === 'DISCONNECTED')
    if (waiting) return connect({ id: waiting.id, how: waiting.status === 'qrcode' ? 'present' : 'new' })
    // All are connected: the place where one is unlinked, or linked anew.
    focusWhenShown(() => document.querySelector('.session-actions'))
  })
  useEffect(() => open(), [search])
}

const isAccount = (channel: ChannelName) => channelRules[channel].connectedBy === 'account'

function useTemplateAction() {
  const t = useTexts('connection').connection
  const { navigation } = useApp()
  return ({ id, channel }: ConnectionView): RowAction[] =>
    channelRules[channel].templates
      ? [
          {
            label: t.templates,
            icon: MessageSquareText,
            onSelect: () => navigation.go(links.templates({ id: String(id) })),
          },
        ]
      : []
}

function NoConnections({ add }: { add: () => void }) {
  const t = useTexts('connection').connection
  const action = (
    <Button variant="primary" icon={Smartphone} onClick={add}>
      {t.emptyAction}
    </Button>
  )
  return <EmptyState icon={Smartphone} title={t.emptyTitle} text={t.emptyText} action={action} />
}

function useMakeDefault() {
  const t = useTexts('connection').connection
  const { api } = useApp()
  const attempt = useAttempt()
  return ({ id, name }: ConnectionView) =>
    void attempt(() => api.put('/whatsapp/:id', { params: { id }, body: { isDefault: true } }), t.defaultSet(name))
}

/** Opens a WhatsApp chat with the host, with a prefilled text; hidden without the host's number. */
function CallSupport({ phone }: { phone: string }) {
  const t = useTexts('connection').connection
  const { company } = useUser()
  const digits = phone.replace(/\D/g, '')
  if (!digits) return null
  return (
    <a
      className="button connection-support"
      data-variant="secondary"
      href={`https://wa.me/${digits}?text=${encodeURIComponent(t.supportText(company.name))}`}
      target="_blank"
      rel="noreferrer"
    >
      <ButtonContent icon={Headset}>{t.callSupport}</ButtonContent>
    </a>
  )
}

function RestartConnections({ session }: { session: ConnectionSession }) {
  const t = useTexts('connection').connection
  const { confirm } = useUi()
  const attempt = useAttempt()

  async function restart() {
    const yes = await confirm({ title: t.restartTitle, text: t.restartText, action: t.restartAction })
    if (yes) await attempt(session.restartAll, t.restarted)
  }

  return (
    <Button className="connection-restart" icon={RotateCw} onClick={() => restart()}>
      {t.restart}
    </Button>
  )
}

interface ConnectDialogProps {
  id: number
  /** `new` requests a code first. */
  how: 'present' | 'new'
  list: ConnectionList
  session: ConnectionSession
  close: () => void
}

function ConnectDialog({ id, how, list, session, close }: ConnectDialogProps) {
  useSignals()
  const t = useTexts('connection').connection.pairing
  const connection = list.items.value.find((item) => item.id === id)
  const { failure, renew } = useNewCode(id, how, session)
  useCloseWhenDone(connection, close)
  if (!connection) return null
  return (
    <Dialog open size="l" title={t.title(connection.name)} onClose={close}>
      <div className="pairing" data-status={connection.status}>
        {failure ? (
          <ErrorState title={t.failedTitle} error={failure} onRetry={renew} />
        ) : (
          <PairingState connection={connection} session={session} renew={renew} />
        )}
      </div>
    </Dialog>
  )
}

/** Connected: a toast confirms it. Deleted meanwhile: there is nothing to show. */
function useCloseWhenDone(connection: ConnectionView | undefined, close: () => void) {
  const t = useTexts('connection').connection.pairing
  const { toast } = useUi()
  const status = connection?.status
  const done = useEffectEvent(() => {
    if (connection) toast.success(t.connected(connection.name))
    close()
  })
  useEffect(() => {
    if (status === undefined || status === 'CONNECTED') done()
  }, [status])
}
