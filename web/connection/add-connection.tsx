import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useState } from 'react'
import { type ChannelName, channelNames, channelRules, cloudChannel } from '../../src/channel/channel-rules.contract'
import { Plus } from '../ui/icons'
import { useApp, useUser } from '../app/app-context'
import { useTexts } from '../i18n/i18n'
import { Button } from '../ui/button/button'
import { Menu } from '../ui/popup/menu'
import { channelIcons } from './channel-icon'

interface AddConnectionProps {
  onAdd: (channel: ChannelName) => void
  /** Adds to another company, whose plan only the server knows. */
  ofOther?: boolean
}

export function AddConnection({ onAdd, ofOther = false }: AddConnectionProps) {
  useSignals()
  const t = useTexts('connection').connection
  const whyNot = useReason(ofOther)
  return (
    <Menu
      align={ofOther ? 'start' : 'end'}
      items={channelNames.map((channel) => {
        const { label, icon } = channelRules[channel]
        const note = whyNot(channel)
        const entry = { label, icon: channelIcons[icon], onSelect: () => onAdd(channel) }
        return note === undefined ? entry : { ...entry, disabled: true, note }
      })}
      trigger={(trigger) => (
        <Button {...trigger} variant="primary" icon={Plus}>
          {t.add}
        </Button>
      )}
    />
  )
}

function useReason(ofOther: boolean) {
  const t = useTexts('connection').connection.cannotAdd
  const { plan } = useUser()
  const { api } = useApp()
  const [hasHostApp, setHasHostApp] = useState(true)
  // After a failure the dialog says what is missing.
  useEffect(
    () =>
      void api.get('/facebook').then(
        (found) => setHasHostApp(found.hasHostApp),
        () => {},
      ),
    [api],
  )
  return (channel: ChannelName) => {
    if (!ofOther && !plan[channelRules[channel].planFlag]) return t.plan
    if (ofOther && channel === cloudChannel) return t.ownOnly
    if (!hasHostApp && needsHostApp(channel)) return t.noHostApp
    return undefined
  }
}

const needsHostApp = (channel: ChannelName) => !channelRules[channel].phoneNumbers
