import { RotateCw } from '../../ui/icons'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { useAttempt } from '../../ui/form/use-attempt'
import { useUi } from '../../ui/context/ui-context'
import type { ConnectionSession } from './connection-session'

export function RestartConnections({ session }: { session: ConnectionSession }) {
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
