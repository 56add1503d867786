const rememberedMax = 20

/** False when another tab of this browser has told of it. `key`: of what kind it is. */
export function claimNotification(key: string, id: number) {
  const known = (localStorage.getItem(key) ?? '').split(',').filter((one) => one !== '')
  if (known.includes(String(id))) return false
  localStorage.setItem(key, [...known, id].slice(-rememberedMax).join())
  return true
}
