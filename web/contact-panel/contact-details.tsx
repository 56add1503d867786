import type { ContactView } from '../../src/contact/contact.answers'
import type { ContactRecord } from '../contact/contact-record'
import { useTexts } from '../i18n/i18n'
import { SettingGateNote } from '../app/setting-gate-note'
import { Switch } from '../ui/field/switch'
import { useAttempt } from '../ui/form/use-attempt'

interface PartProps {
  contact: ContactView
  drawer: ContactRecord
}

export function ContactExtraInfo({ contact: { extraInfo } }: Pick<PartProps, 'contact'>) {
  const t = useTexts('contactDrawer').contactDrawer
  if (extraInfo.length === 0) return null
  return (
    <section className="contact-part stack">
      <h4>{t.extraInfo}</h4>
      <dl className="contact-extra stack">
        {extraInfo.map(({ id, name, value }) => (
          <div key={id}>
            <dt dir="auto">{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export function ContactPreferences({ contact, drawer }: PartProps) {
  const t = useTexts('contactDrawer').contactDrawer
  const attempt = useAttempt()
  const turn = (name: 'acceptAudioMessage' | 'disableBot') => (value: boolean) =>
    void attempt(() => drawer.toggle(name, value))
  return (
    <section className="contact-part stack">
      <h4>{t.options}</h4>
      <Switch label={t.acceptAudio} checked={contact.acceptAudioMessage} onCheckedChange={turn('acceptAudioMessage')} />
      <SettingGateNote gate="audio" />
      <Switch label={t.disableBot} checked={contact.disableBot} onCheckedChange={turn('disableBot')} />
    </section>
  )
}
