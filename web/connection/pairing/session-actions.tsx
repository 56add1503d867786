import { CheckCheck, History, KeyRound, Plug, QrCode, RotateCw, Unplug } from '../../ui/icons'
import { channelRules } from '../../../src/channel/channel-rules.contract'
import type { ConnectionView } from '../../../src/connection/connection.calls'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { useAttempt } from '../../ui/form/use-attempt'
import { useUi } from '../../ui/context/ui-context'

type ActedOn = Pick<
  ConnectionView,
  'id' | 'name' | 'channel' | 'status' | 'abovePlan' | 'messageImport' | 'statusImportMessages'
>
interface Session {
  tryAgain(id: number): Promise<unknown>
  disconnect(id: number): Promise<unknown>
  closeImported?(id: number): Promise<unknown>
}

interface SessionActionsProps<Connection> {
  connection: Connection
  session: Session
  showCode: (connection: Connection, how: 'present' | 'new') => void
  showAccount?: (connection: Connection) => void
}

export function SessionActions<Connection extends ActedOn>({
  connection,
  session,
  showCode,
  showAccount,
}: SessionActionsProps<Connection>) {
  const t = useTexts('connection').connection
  const { id, status, channel } = connection
  const hasAccount = channelRules[channel].connectedBy === 'account'
  const attempt = useAttempt()
  const disconnect = useDisconnect(connection, session)
  const tryAgain = (
    <Button size="s" icon={RotateCw} onClick={() => attempt(() => session.tryAgain(id), t.trying)}>
      {t.tryAgain}
    </Button>
  )
  const leave = (
    <Button size="s" variant="ghost" icon={Unplug} onClick={() => disconnect()}>
      {t.disconnect}
    </Button>
  )
  return (
    <span className="session-actions">
      {status === 'qrcode' && (
        <Button size="s" variant="primary" icon={QrCode} onClick={() => showCode(connection, 'present')}>
          {t.showCode}
        </Button>
      )}
      {status === 'DISCONNECTED' && (
        <>
          {tryAgain}
          {!hasAccount && (
            <Button size="s" variant="ghost" icon={QrCode} onClick={() => showCode(connection, 'new')}>
              {t.newCode}
            </Button>
          )}
        </>
      )}
      {status === 'OPENING' && (
        <Button size="s" icon={Plug} loading>
          {t.connecting}
        </Button>
      )}
      {status === 'TIMEOUT' && tryAgain}
      {hasAccount && showAccount && (
        <Button size="s" variant="ghost" icon={KeyRound} onClick={() => showAccount(connection)}>
          {t.account}
        </Button>
      )}
      <ImportAction connection={connection} session={session} />
      {(status === 'CONNECTED' || status === 'PAIRING' || status === 'TIMEOUT') && leave}
    </span>
  )
}

function ImportAction({ connection, session }: { connection: ActedOn; session: Session }) {
  const t = useTexts('connection').connection.importing
  const attempt = useAttempt()
  const { confirm } = useUi()
  const { id, messageImport, statusImportMessages } = connection
  const { closeImported } = session
  if (messageImport?.state === 'running') {
    return (
      <Button size="s" icon={History} disabled>
        {messageImport.all < 0 ? t.preparingButton : t.importingButton}
      </Button>
    )
  }
  if (statusImportMessages !== 'renderButtonCloseTickets' || !closeImported) return null
  return (
    <Button
      size="s"
      icon={CheckCheck}
      onClick={async () => {
        if (await confirm(t.closeConfirm)) await attempt(() => closeImported(id), t.closed)
      }}
    >
      {t.close}
    </Button>
  )
}

function useDisconnect({ id, name, channel, abovePlan }: ActedOn, session: Session) {
  const t = useTexts('connection').connection
  const { confirm } = useUi()
  const attempt = useAttempt()
  return async () => {
    const usual = channelRules[channel].connectedBy === 'account' ? t.forgetTokenText : t.disconnectText
    const yes = await confirm({
      title: t.disconnectTitle(name),
      text: abovePlan ? t.disconnectAbovePlan : usual,
      action: t.disconnect,
      danger: true,
    })
    if (yes) await attempt(() => session.disconnect(id), t.disconnected)
  }
}
