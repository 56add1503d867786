import { MapPin } from '../../ui/icons'
import type { MessageData } from '../../../src/message/message.answers'
import { useTexts } from '../../i18n/i18n'

/** A location as a card. No map is loaded from another site until it is opened. */
export function MessageLocation({ location }: { location: NonNullable<MessageData['location']> }) {
  const t = useTexts().message.location
  const { latitude, longitude, name, address, thumbnail } = location
  const href = `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${latitude},${longitude}`)}`
  return (
    <a className="message-location" href={href} target="_blank" rel="noopener noreferrer">
      <span className="message-location-map">
        {thumbnail && <img src={`data:image/jpeg;base64,${thumbnail}`} alt="" />}
        <MapPin size={26} fill="currentColor" strokeWidth={1.5} aria-hidden />
      </span>
      <span className="message-location-text">
        <strong dir="auto">{name || t.title}</strong>
        {address && <span dir="auto">{address}</span>}
        <span className="message-location-open">{t.open}</span>
      </span>
    </a>
  )
}
