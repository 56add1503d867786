import { useState } from 'react'

/** A person's picture, or their initials where there is none or it does not load. */
export function PersonPicture({ name, picture }: { name: string; picture: string }) {
  const [broken, setBroken] = useState(false)
  if (picture && !broken) {
    return <img className="person-picture" src={picture} alt="" onError={() => setBroken(true)} />
  }
  return (
    <span className="person-picture" aria-hidden>
      {initials(name)}
    </span>
  )
}

function initials(name: string) {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? '')][0] ?? '')
  return letters.join('').toUpperCase()
}
