import { colourOf } from '../../../src/kernel/text/name-colour.contract'
import { useState } from 'react'

interface AvatarProps {
  name: string
  src?: string | null | undefined
  size?: number
  /** For screen readers, when the name is not shown beside it. */
  label?: string
  online?: boolean
}

/** A picture. Without one, or if it cannot be loaded, initials on a colour derived from the name. */
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
        // In an attribute, because text would become the label of an enclosing button.
        <span className="avatar-initials" data-initials={initialsOf(name)} />
      )}
    </span>
  )
}

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

/** Pass `watch` to the picture as a ref: it may have failed before hydration, without a listener. */
export function useBrokenImage(src: string | null | undefined) {
  const [failed, setFailed] = useState<string | null>(null)
  const fail = () => setFailed(src ?? null)
  return {
    broken: Boolean(src) && src === failed,
    watch: {
      ref(image: HTMLImageElement | null) {
        if (image?.complete && image.naturalWidth === 0) fail()
      },
      onError: fail,
    },
  }
}
