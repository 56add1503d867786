import { useTexts } from '../i18n/i18n'
import { focusPane } from '../ui/layout/pane-focus'

/** Follow the frame's link to the content, and lead past the toolbar and the list. */
export function SkipLinks({ hasConversation }: { hasConversation: boolean }) {
  const t = useTexts().ticket
  const to = (selector: string) => () => {
    const pane = document.querySelector<HTMLElement>(selector)
    if (pane) focusPane(pane)
  }
  return (
    <>
      <button type="button" className="frame-skip" onClick={to('.inbox')}>
        {t.skipToList}
      </button>
      {hasConversation && (
        <button type="button" className="frame-skip" onClick={to('.conversation-main')}>
          {t.skipToConversation}
        </button>
      )}
    </>
  )
}
