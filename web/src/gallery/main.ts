// Every board in every state, while boards are being drawn (`npm run dev`, then /gallery.html). Not part of the page.
//   ?scene=oware-middle  only that one     &theme=dark   &lang=es   &bottom=1   &counts   &choices   &motion=off

import { mount } from 'svelte';
import Gallery from './Gallery.svelte';

mount(Gallery, { target: document.getElementById('gallery')! });
