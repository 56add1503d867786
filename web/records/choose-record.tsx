import { useTexts } from '../i18n/i18n'
import { IconButton } from '../ui/button/icon-button'
import { Note } from '../ui/feedback/note'
import { Info, X } from '../ui/icons'

/** Asks for the record whose form opens at the field that was looked for. */
export function ChooseRecord({ stop }: { stop: () => void }) {
  const t = useTexts().ui
  return (
    <div className="choose-record" role="status">
      <Note icon={Info}>{t.chooseRecord}</Note>
      <IconButton icon={X} size="s" label={t.close} onClick={stop} />
    </div>
  )
}
