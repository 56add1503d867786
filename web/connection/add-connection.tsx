import { useSignals } from '@preact/signals-react/runtime'
import { MessageCircle, Plus } from '../ui/icons'
import { useUser } from '../app-context'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button'
import { Menu } from '../ui/menu'

/** The channels a connection can be added of; disabled where the plan lacks them. */
export function AddConnection({ onAdd }: { onAdd: () => void }) {
  useSignals()
  const t = useTexts('connection').connection
  const { plan } = useUser()
  return (
    <Menu
      align="end"
      items={[{ label: t.channels.whatsapp, icon: MessageCircle, disabled: !plan.useWhatsapp, onSelect: onAdd }]}
      trigger={(trigger) => (
        <Button {...trigger} variant="primary" icon={Plus}>
          {t.add}
        </Button>
      )}
    />
  )
}
