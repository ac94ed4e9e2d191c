import { mount } from 'svelte';
import App from './App.svelte';
import './app.css';
import { startOffline } from './pwa/offline.svelte';

const target = document.getElementById('app');
if (target) mount(App, { target });
startOffline();
