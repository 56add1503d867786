import { colourOf } from '../../src/kernel/name-colour.contract'
import { useBrokenImage } from './use-broken-image'

export interface AvatarProps {
  name: string
  src?: string | null | undefined
  /** Pixels. */
  size?: number
  /** Read out when the name does not stand beside it. */
  label?: string
  /** A small dot: whether the person is there. */
  online?: boolean
}

/** A picture, or the initials on a colour of the name when there is none or it cannot be loaded. */
export function Avatar({ name, src, size = 36, label, online }: AvatarProps) {
  const { broken, watch } = useBrokenImage(src)
  const shown = src && !broken ? src : null
  return (
    <span
      className="avatar"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      data-online={online}
      style={{ '--avatar-size': `${size}px`, '--avatar-colour': colourOf(name) }}
    >
      {shown ? (
        <img
          className="avatar-picture"
          src={shown}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          {...watch}
        />
      ) : (
        // A text would be taken for the label of the button that holds the picture.
        <span className="avatar-initials" data-initials={initialsOf(name)} />
      )}
    </span>
  )
}

/** First letters of the first and the last word; the last two digits of a number; a question mark for nothing. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s.,_()[\]{}"'+-]+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (words.length === 0) return [...name.trim()][0] ?? '?'
  if (words.every((word) => /^\d+$/.test(word))) return words.join('').slice(-2)
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return (firstLetter(first) + firstLetter(last)).toLocaleUpperCase('pt-BR')
}

function firstLetter(word: string) {
  return /[\p{L}\p{N}]/u.exec(word)?.[0] ?? ''
}
