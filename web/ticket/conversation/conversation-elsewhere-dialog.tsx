import { useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'

interface ElsewhereProps {
  user: string
  queue: string
  onClose: () => void
}

/** Somebody else has the contact in attendance: who, and in which queue. */
export function ElsewhereDialog({ user, queue, onClose }: ElsewhereProps) {
  const texts = useTexts()
  const t = texts.conversation
  return (
    <Dialog
      open
      size="s"
      title={t.elsewhere.title}
      description={t.elsewhere.text}
      onClose={onClose}
      footer={
        <Button variant="primary" onClick={onClose} data-autofocus>
          {texts.ui.ok}
        </Button>
      }
    >
      <dl className="elsewhere">
        <dt>{t.elsewhere.user}</dt>
        <dd dir="auto">{user || t.noOwner}</dd>
        <dt>{t.elsewhere.queue}</dt>
        <dd dir="auto">{queue || t.noQueue}</dd>
      </dl>
    </Dialog>
  )
}
