import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { startOffline } from './pwa/offline.svelte';
import { startRefetching } from './pwa/refetch';

const target = document.getElementById('app');
// After this task, which has read all the modules.
if (target) setTimeout(() => mount(App, { target }));
startRefetching();
startOffline();
