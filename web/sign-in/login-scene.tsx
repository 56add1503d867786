import { Check, CheckCheck, Clock } from '../ui/icons'
import { useTexts } from '../i18n/i18n'

/** An illustration: a conversation that a team answers. */
export function LoginScene() {
  const t = useTexts().session
  return (
    <aside className="login-scene" aria-hidden>
      <div className="login-scene-chat">
        {t.scene.map(({ from, text, time }, index) => (
          <p key={text} className="login-scene-bubble" data-from={from}>
            <span>{text}</span>
            <time>
              {time}
              {from === 'us' && (index === t.scene.length - 1 ? <Check /> : <CheckCheck />)}
            </time>
          </p>
        ))}
        <p className="login-scene-note">
          <Clock /> {t.sceneNote}
        </p>
      </div>
      <div className="login-scene-words">
        <h2>{t.motto}</h2>
        <p>{t.mottoText}</p>
      </div>
    </aside>
  )
}
