import { hydrateRoot } from 'react-dom/client'
import { Gallery } from './gallery'

const root = document.getElementById('root')
if (root) {
  hydrateRoot(root, <Gallery />, { onRecoverableError: (error) => console.error('hydration', error) })
  document.documentElement.dataset.hydrated = 'true'
}
