import { useSignals } from '@preact/signals-react/runtime'
import { channelRules } from '../../src/channel/channel-rules.contract'
import { Plus } from '../ui/icons'
import { useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button'
import { Menu } from '../ui/menu'
import { channelIcons } from './channel-icons'

/** The channels a connection can be added of; disabled where the plan lacks them. */
export function AddConnection({ onAdd }: { onAdd: () => void }) {
  useSignals()
  const t = useTexts('connection').connection
  const { plan } = useUser()
  const { label, icon, planFlag } = channelRules.whatsapp
  return (
    <Menu
      align="end"
      items={[{ label, icon: channelIcons[icon], disabled: !plan[planFlag], onSelect: onAdd }]}
      trigger={(trigger) => (
        <Button {...trigger} variant="primary" icon={Plus}>
          {t.add}
        </Button>
      )}
    />
  )
}
